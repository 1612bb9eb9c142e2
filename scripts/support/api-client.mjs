// What integrations/mcp knows of the API: the types of the operations that it calls, from the API's document, and the words of errors.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import openapiTypes, { astToString } from 'openapi-typescript'

import { loadApi, writeErrors } from './api-document.mjs'

/** Where the generated files are. */
export const CLIENT_FOLDER = 'integrations/mcp/src/gen'

/* By `operationId`. */
const CALLED = new Set([
  'createNote',
  'getCurrentApiKey',
  'getTicket',
  'listAllTags',
  'listAllUsers',
  'listContacts',
  'listMessages',
  'listQueues',
  'listTickets',
  'sendMessage',
  'syncTags',
  'updateTicket',
])

const refusal = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/* All refusals have one shape, which 20 of them in each operation would only repeat. */
function shortenOperation({ description: _description, responses, ...operation }) {
  const done = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return { ...operation, responses: { ...Object.fromEntries(done), default: refusal } }
}

function pickOperations(paths) {
  const picked = Object.entries(paths).map(([name, operations]) => [
    name,
    Object.fromEntries(
      Object.entries(operations)
        .filter(([, { operationId }]) => CALLED.has(operationId))
        .map(([method, operation]) => [method, shortenOperation(operation)]),
    ),
  ])
  return Object.fromEntries(picked.filter(([, operations]) => Object.keys(operations).length > 0))
}

/* Of media types only: a property may be named so. */
const withoutExamples = (part) =>
  JSON.parse(JSON.stringify(part), (_key, value) => {
    if (!value?.schema) return value
    const { example: _example, ...rest } = value
    return rest
  })

/** Writes `api.ts` and `errors.json`. */
export async function writeClient(folder) {
  const { platform, document: whole } = await loadApi()
  const { components, ...document } = whole
  const paths = withoutExamples(pickOperations(document.paths))
  const found = Object.values(paths).flatMap((operations) => Object.keys(operations))
  if (found.length !== CALLED.size) throw new Error('an operation of CALLED is not in the document')
  const schemas = { Error: components.schemas.Error, ...platform.listReferred(paths) }
  const types = await openapiTypes({
    ...document,
    paths,
    components: { schemas, parameters: components.parameters, securitySchemes: components.securitySchemes },
  })
  await writeFile(path.join(folder, 'api.ts'), astToString(types))
  await writeErrors(folder)
}
