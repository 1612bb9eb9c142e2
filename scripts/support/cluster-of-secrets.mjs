// What helm's `lookup` asks of an API server, answered from a table: Secrets and ConfigMaps of one namespace.
import { createServer } from 'node:http'

import { mapValues } from './project.mjs'

const CORE = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: 'v1',
  resources: [
    { name: 'secrets', singularName: '', namespaced: true, kind: 'Secret', verbs: ['get', 'list'] },
    { name: 'configmaps', singularName: '', namespaced: true, kind: 'ConfigMap', verbs: ['get', 'list'] },
    { name: 'namespaces', singularName: '', namespaced: false, kind: 'Namespace', verbs: ['get', 'list'] },
  ],
}
const FIXED = {
  '/version': { major: '1', minor: '36', gitVersion: 'v1.36.0' },
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': CORE,
}
const KINDS = { secrets: 'Secret', configmaps: 'ConfigMap' }

/* `objects`: by `secrets/<name>` or `configmaps/<name>` their values, in clear. */
function find(path, objects) {
  if (path in FIXED) return FIXED[path]
  const [, resource, name] = /^\/api\/v1\/namespaces\/[^/]+\/(secrets|configmaps)\/([^/]+)$/.exec(path) ?? []
  const values = objects[`${resource}/${name}`]
  if (!values) return undefined
  const isSecret = resource === 'secrets'
  const data = isSecret ? mapValues(values, (value) => Buffer.from(value).toString('base64')) : values
  return { kind: KINDS[resource], apiVersion: 'v1', metadata: { name }, data }
}

/** Serves `objects`, which may change, until it is closed. */
export async function openClusterOfSecrets(objects) {
  const server = createServer((request, response) => {
    const found = find(new URL(request.url, 'http://x').pathname, objects)
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        found ?? { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 },
      ),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
