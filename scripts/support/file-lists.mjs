// Modules that only list files, so that a new file is not named by hand.
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { at } from './project.mjs'

const HTTP = 'services/shared/contracts/src/http'
const WORDS = 'web/src/i18n/pt'

/** Where the list of the web's words is. */
export const WORDS_FOLDER = 'web/src/i18n/gen'

const listNames = (folder, end) =>
  readdirSync(at(folder))
    .filter((file) => end.test(file))
    .map((file) => path.parse(file).name)
    .sort()

const note = '/* Written by npm run codegen from the names of files. */\n'

/** Writes `http.ts`: what the contracts export of their routes and schemas. */
export const writeHttpList = (folder) =>
  writeFile(
    path.join(folder, 'http.ts'),
    note +
      listNames(HTTP, /\.(http|routes)\.ts$/)
        .map((name) => `export * from '../http/${name}'\n`)
        .join(''),
  )

/** Writes `words.ts`: the type of the words of each namespace, which is a file of the Portuguese ones. */
export const writeWordsList = (folder) =>
  writeFile(
    path.join(folder, 'words.ts'),
    `${note}export interface Words {\n${listNames(WORDS, /\.json$/)
      .map((name) => `  ${name}: typeof import('../pt/${name}.json')\n`)
      .join('')}}\n`,
  )
