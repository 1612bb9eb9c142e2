// usage: npm run codegen [-- --baseline]      writes services/shared/contracts/src/gen from proto/ and the routes' types, what
//        integrations/mcp and integrations/n8n-nodes-balcao know of the API, the schema of public events, and lists of files; with --baseline,
//        at a release, also proto/baseline.binpb, against which `npm run check` looks for breaking changes
import { CLIENT_FOLDER, writeClient } from './support/api-client.mjs'
import { writeApi } from './support/api-schemas.mjs'
import { SCHEMA_FOLDER, writeEventSchema } from './support/event-schema.mjs'
import {
  RESOURCES_FOLDER,
  SCHEMA_FOLDERS,
  WORDS_FOLDER,
  writeHttpList,
  writeResourceList,
  writeSchemaLists,
  writeWordsLists,
} from './support/file-lists.mjs'
import { NODES_FOLDER, writeNodes } from './support/n8n-nodes.mjs'
import { at, bin, run } from './support/project.mjs'

process.exitCode = await run(bin('buf'), ['generate'], { cwd: at('proto') })
await writeHttpList(at('services/shared/contracts/src/gen'))
await writeWordsLists(at(WORDS_FOLDER))
await writeResourceList(at(RESOURCES_FOLDER))
for (const { service, folder } of SCHEMA_FOLDERS) await writeSchemaLists(at(folder), service)
await writeApi(at('services/shared/contracts/src/gen'))
await writeClient(at(CLIENT_FOLDER))
await writeEventSchema(at(SCHEMA_FOLDER))
await writeNodes(at(NODES_FOLDER))
if (process.argv.includes('--baseline') && !process.exitCode) {
  process.exitCode = await run(bin('buf'), ['build', '-o', 'baseline.binpb'], { cwd: at('proto') })
}
