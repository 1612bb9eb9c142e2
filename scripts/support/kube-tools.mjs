// Where helm, kubeconform, kubectl and skaffold are: on the PATH, or where ENGINES_DIR/kube builds them.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

import { at, capture, run, say } from './project.mjs'

/** Undefined when not set: see deploy/README.md, "Engines for the tests". */
export const enginesFolder = process.env.ENGINES_DIR && path.resolve(process.env.ENGINES_DIR)
const cache = path.join(process.env.ENGINES_CACHE ?? path.join(homedir(), '.cache/balcao-engines'), 'kube')

/** Schemas of operators' kinds, written by scripts/operator-schemas.mjs. */
export const OPERATOR_SCHEMAS = at('scripts/support/operator-schemas')

const FILE = '{{.ResourceKind}}{{.KindSuffix}}.json'

/** kubeconform's -schema-location: Kubernetes' kinds as built there, else the public ones; and operators' kinds. */
export const schemaLocations = () => [
  '-schema-location',
  existsSync(path.join(cache, 'schemas')) ? path.join(cache, 'schemas', FILE) : 'default',
  '-schema-location',
  path.join(OPERATOR_SCHEMAS, FILE),
]

export const isOnPath = async (tool) => (await capture('sh', ['-c', `command -v ${tool}`])).code === 0

/** Puts these tools on the PATH. @throws {Error} naming those that this machine lacks. */
export async function findTools(tools, parts) {
  process.env.PATH = `${path.join(cache, 'bin')}:${process.env.PATH}`
  const missing = []
  for (const tool of tools) if (!(await isOnPath(tool))) missing.push(tool)
  if (missing.length === 0) return
  const builder = enginesFolder && path.join(enginesFolder, 'kube/build')
  if (!builder || !existsSync(builder)) throw new Error(`not on the PATH: ${missing.join(', ')}`)
  say(`Building ${missing.join(', ')} …`)
  if ((await run(builder, parts)) !== 0) throw new Error(`could not build ${missing.join(', ')}`)
}
