// The JSON Schema of public events, for consumers of the operator's topic and of webhooks.
import { loadApi, writeJson } from './api-document.mjs'

/** Where the file is. */
export const SCHEMA_FOLDER = 'docs/schemas'

/** Writes `public-event.json`. */
export async function writeEventSchema(folder) {
  const { platform } = await loadApi()
  await writeJson(folder, 'public-event.json', platform.buildEventSchema())
}
