// usage: node scripts/operator-schemas.mjs crd.yaml …      strict schemas of operators' kinds for `npm run check:chart`, from their CustomResourceDefinitions
import { mkdir, readFile, writeFile } from 'node:fs/promises'

import { parseAllDocuments } from 'yaml'

import { OPERATOR_SCHEMAS } from './support/kube-tools.mjs'
import { mapValues, say } from './support/project.mjs'

const KEPT = new Set([
  ...['type', 'format', 'enum', 'pattern', 'required', 'nullable', 'items', 'properties'],
  ...['additionalProperties', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
])

/* Without descriptions, defaults and rules in CEL, and refusing fields that it does not know. */
function toStrict(schema) {
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema['x-kubernetes-int-or-string']) return { type: ['string', 'integer'] }
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => KEPT.has(key)))
  // Formats of numbers (int32) and of text that validators do not know.
  delete kept.format
  if (kept.items) kept.items = toStrict(kept.items)
  if (typeof kept.additionalProperties === 'object')
    kept.additionalProperties = toStrict(kept.additionalProperties)
  if (!kept.properties) return kept
  kept.properties = mapValues(kept.properties, toStrict)
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true
  return isOpen || kept.additionalProperties !== undefined ? kept : { ...kept, additionalProperties: false }
}

function buildSchema({ spec: { group, names }, metadata }, { name, schema }) {
  const { properties, ...root } = schema.openAPIV3Schema
  const { status, ...own } = properties
  const file = `${names.kind.toLowerCase()}-${group.split('.')[0]}-${name}.json`
  const strict = toStrict({ ...root, properties: own })
  return { file, schema: { $comment: `${metadata.name} ${name}`, ...strict } }
}

const definitions = []
for (const file of process.argv.slice(2))
  for (const document of parseAllDocuments(await readFile(file, 'utf8')))
    if (document.toJS()?.kind === 'CustomResourceDefinition') definitions.push(document.toJS())

await mkdir(OPERATOR_SCHEMAS, { recursive: true })
for (const definition of definitions) {
  const served = definition.spec.versions.find(({ storage }) => storage)
  const { file, schema } = buildSchema(definition, served)
  await writeFile(`${OPERATOR_SCHEMAS}/${file}`, `${JSON.stringify(schema)}\n`)
  say(`${file}`)
}
