// What integrations/n8n-nodes-balcao knows of the API: the operations that it calls, the kinds of events and the words of errors.
import { loadApi, writeErrors, writeJson } from './api-document.mjs'

/** Where the generated files are. */
export const NODES_FOLDER = 'integrations/n8n-nodes-balcao/src/gen'

/* By `operationId`. */
const CALLED = [
  'createNote',
  'createWebhook',
  'deleteWebhook',
  'getContact',
  'getCurrentApiKey',
  'getTicket',
  'listAllTags',
  'listAllUsers',
  'listContacts',
  'listMessages',
  'listQueues',
  'listTickets',
  'listWebhooks',
  'sendMessage',
  'syncTags',
  'updateTicket',
]

const listOperations = (paths) =>
  Object.entries(paths).flatMap(([name, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path: name, method, ...operation })),
  )

const describeOperation = ({ method, path: name, parameters = [], requestBody, 'x-scope': scope }) => ({
  method: method.toUpperCase(),
  path: name,
  query: parameters.filter((one) => one.in === 'query').map((one) => one.name),
  body: Object.keys(requestBody?.content['application/json']?.schema.properties ?? {}),
  ...(scope && { scope }),
})

/** Writes `operations.json`, `events.json` and `errors.json`. */
export async function writeNodes(folder) {
  const { contracts, platform, document } = await loadApi()
  const all = new Map(listOperations(document.paths).map((operation) => [operation.operationId, operation]))
  const missing = CALLED.filter((id) => !all.has(id))
  if (missing.length > 0) throw new Error(`the API's document has no ${missing.join(', ')}`)
  await writeJson(
    folder,
    'operations.json',
    Object.fromEntries(CALLED.map((id) => [id, describeOperation(all.get(id))])),
  )
  const { messages } = platform.buildAsyncApi(contracts.PRODUCT_VERSION).components
  const events = contracts.publicEventKinds.map((kind) => ({ kind, meaning: messages[kind].summary }))
  await writeJson(folder, 'events.json', events)
  await writeErrors(folder)
}
