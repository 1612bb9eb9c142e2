// Modules that only list files, so that a new file is not named by hand.
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { at } from './project.mjs'

const HTTP = 'services/shared/contracts/src/http'
const WORDS = 'web/src/i18n/pt'

/** Where the list of the web's words is. */
export const WORDS_FOLDER = 'web/src/i18n/gen'

const MIGRATIONS = /^\d{8}T\d{6}-.*\.ts$/
const TABLES = /-tables?\.ts$/

/** Services with a schema of their own, and where the lists of its files are. */
export const SCHEMA_FOLDERS = readdirSync(at('services'))
  .filter((service) => existsSync(at('services', service, 'src/migrations')))
  .map((service) => ({ service, folder: `services/${service}/src/gen` }))

const listNames = (folder, end) =>
  readdirSync(at(folder))
    .filter((file) => end.test(file))
    .map((file) => path.parse(file).name)
    .sort()

const note = '/* Written by npm run codegen from the names of files. */\n'

const exportAll = (folder, from, end) =>
  note +
  listNames(folder, end)
    .map((name) => `export * from '${from}/${name}'\n`)
    .join('')

/** Writes `http.ts`: what the contracts export of their routes and schemas. */
export const writeHttpList = (folder) =>
  writeFile(path.join(folder, 'http.ts'), exportAll(HTTP, '../http', /\.(http|routes)\.ts$/))

/** Writes `migrations.ts` and, where a service has maps of tables, `tables.ts`: what files of these rooms export. */
export async function writeSchemaLists(folder, service) {
  const [migrations, tables] = ['migrations', 'adapters/postgres'].map(
    (room) => `services/${service}/src/${room}`,
  )
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'migrations.ts'), exportAll(migrations, '../migrations', MIGRATIONS))
  if (existsSync(at(tables, 'tables.ts')))
    await writeFile(path.join(folder, 'tables.ts'), exportAll(tables, '../adapters/postgres', TABLES))
}

/** Writes `words.ts`: the type of the words of each namespace, which is a file of the Portuguese ones. */
export const writeWordsList = (folder) =>
  writeFile(
    path.join(folder, 'words.ts'),
    `${note}export interface Words {\n${listNames(WORDS, /\.json$/)
      .map((name) => `  ${name}: typeof import('../pt/${name}.json')\n`)
      .join('')}}\n`,
  )
