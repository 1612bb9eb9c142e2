// The API's document, as the built desk serves it: what generated files of programs outside of the desk are made of.
import { createRequire } from 'node:module'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { buildServer } from '../build.mjs'
import { at } from './project.mjs'

/** The built packages and the OpenAPI document. Made of `api.json`, which is written before. */
export async function loadApi() {
  await buildServer()
  const require = createRequire(import.meta.url)
  const contracts = require(at('services/shared/contracts/dist/index.js'))
  const platform = require(at('services/shared/platform/dist/index.js'))
  const document = platform.buildOpenApi(contracts.listEndpoints(contracts), contracts.PRODUCT_VERSION)
  return { contracts, platform, document }
}

/** A value as generated files have it. */
export const writeJson = (folder, name, value) =>
  writeFile(path.join(folder, name), `${JSON.stringify(value, null, 1)}\n`)

/** Writes `errors.json`: the words of errors. */
export async function writeErrors(folder) {
  const { errors } = JSON.parse(await readFile(at('services/shared/contracts/src/gen/api.json'), 'utf8'))
  await writeJson(folder, 'errors.json', errors)
}
