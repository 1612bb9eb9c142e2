import * as contracts from '@balcao/contracts'
import { buildOpenApi } from '@balcao/platform'

export interface PlainResource {
  /** `/tags`: POST makes one. */
  path: string
  /** `/tags/:tagId`: GET, PUT and DELETE. */
  byId: string
  access: contracts.Access
  /** The body of the API's document. */
  example: Record<string, unknown>
}

const endpoints = contracts.listEndpoints(contracts)
const document = buildOpenApi(endpoints, contracts.PRODUCT_VERSION)

const namesOthers = (body: object) => /"(?:id|\w+Ids?)":/.test(JSON.stringify(body))

const findById = (path: string): string | undefined => {
  const [byId] = endpoints.flatMap((own) => (new RegExp(`^${path}/:\\w+$`).test(own.path) ? [own.path] : []))
  const methods = endpoints.filter((own) => own.path === byId).map(({ method }) => method)
  return ['get', 'put', 'delete'].every((method) => methods.some((own) => own === method)) ? byId : undefined
}

/** Resources whose example names no other record. A new one is tested without being named. */
export const plainResources: readonly PlainResource[] = endpoints.flatMap(({ method, path, access }) => {
  const byId = findById(path)
  const body = document.paths[path]?.['post']?.requestBody?.content['application/json']?.example
  if (method !== 'post' || access === 'public' || !byId || typeof body !== 'object') return []
  return body === null || namesOthers(body) ? [] : [{ path, byId, access, example: { ...body } }]
})
