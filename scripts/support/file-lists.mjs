// Modules that only list files, and what all of them say, so that a new file is not named by hand.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { at } from './project.mjs'

const HTTP = 'services/shared/contracts/src/http'
const LANGUAGES = ['pt', 'en', 'es']
const wordsOf = (language) => `web/src/i18n/${language}`

/** Where the list of the web's words is. */
export const WORDS_FOLDER = 'web/src/i18n/gen'

const RESOURCES = 'web/src/data'

/** Where the list of the web's resources is. */
export const RESOURCES_FOLDER = `${RESOURCES}/gen`

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

/** Writes `words.ts`: the type of the words of each namespace, which is a file of the Portuguese ones; and `titles.json`: the title of each, by language. */
export async function writeWordsLists(folder) {
  const namespaces = listNames(wordsOf('pt'), /\.json$/)
  const types = namespaces.map((name) => [name, `typeof import('../pt/${name}.json')`])
  const ofMenu = `{ menu: (typeof import('./titles.json'))['pt'] }`
  const lines = types.map(
    ([name, type]) => `  ${name}: ${name === 'common' ? `${type} & ${ofMenu}` : type}\n`,
  )
  await writeFile(path.join(folder, 'words.ts'), `${note}export interface Words {\n${lines.join('')}}\n`)
  const titles = LANGUAGES.map((language) => [language, readTitles(language, namespaces)])
  await writeFile(
    path.join(folder, 'titles.json'),
    `${JSON.stringify(Object.fromEntries(titles), null, 2)}\n`,
  )
}

/* Those with a number are heads of lists, not names. */
const readTitles = (language, namespaces) => {
  const titles = namespaces.map((name) => [
    name,
    JSON.parse(readFileSync(at(wordsOf(language), `${name}.json`), 'utf8')).title,
  ])
  return Object.fromEntries(titles.filter(([, title]) => title && !title.includes('{{')))
}

/** Writes `resources.ts`: the names of the files of resources. */
export async function writeResourceList(folder) {
  const names = listNames(RESOURCES, /\.api\.ts$/).map((name) => `  '${name.replace('.api', '')}',\n`)
  await mkdir(folder, { recursive: true })
  await writeFile(
    path.join(folder, 'resources.ts'),
    `${note}export const resources = [\n${names.join('')}] as const\n`,
  )
}
