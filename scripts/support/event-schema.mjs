// The JSON Schema of public events, for consumers of the operator's topic and of webhooks.
import { createRequire } from 'node:module'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { buildServer } from '../build.mjs'
import { at } from './project.mjs'

/** Where the file is. */
export const SCHEMA_FOLDER = 'docs/schemas'

/** Writes `public-event.json`. Made of `api.json`, which is written before. */
export async function writeEventSchema(folder) {
  await buildServer()
  const { buildEventSchema } = createRequire(import.meta.url)(at('services/shared/platform/dist/index.js'))
  await writeFile(path.join(folder, 'public-event.json'), `${JSON.stringify(buildEventSchema(), null, 1)}\n`)
}
