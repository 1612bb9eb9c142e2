// What integrations/n8n-nodes-balcao knows of the API: the operations that it calls, the kinds of events and the words of errors.
import { createRequire } from 'node:module'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { buildServer } from '../build.mjs'
import { at } from './project.mjs'

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

const write = (folder, name, value) =>
  writeFile(path.join(folder, name), `${JSON.stringify(value, null, 1)}\n`)

/** Writes `operations.json`, `events.json` and `errors.json`. Made of `api.json`, which is written before. */
export async function writeNodes(folder) {
  await buildServer()
  const require = createRequire(import.meta.url)
  const contracts = require(at('services/shared/contracts/dist/index.js'))
  const { buildAsyncApi, buildOpenApi, listEndpoints } = require(at('services/shared/platform/dist/index.js'))
  const { paths } = buildOpenApi(listEndpoints(contracts), contracts.PRODUCT_VERSION)
  const all = new Map(listOperations(paths).map((operation) => [operation.operationId, operation]))
  const missing = CALLED.filter((id) => !all.has(id))
  if (missing.length > 0) throw new Error(`the API's document has no ${missing.join(', ')}`)
  await write(
    folder,
    'operations.json',
    Object.fromEntries(CALLED.map((id) => [id, describeOperation(all.get(id))])),
  )
  const { messages } = buildAsyncApi(contracts.PRODUCT_VERSION).components
  const events = contracts.publicEventKinds.map((kind) => ({ kind, meaning: messages[kind].summary }))
  await write(folder, 'events.json', events)
  const { errors } = JSON.parse(await readFile(at('services/shared/contracts/src/gen/api.json'), 'utf8'))
  await write(folder, 'errors.json', errors)
}
