import * as contracts from '@balcao/contracts'
import type { AnyEndpoint } from '@balcao/contracts'
import { api, listErrorCodes, readAnswer, type JsonSchema } from '@balcao/platform'
import Ajv, { type ValidateFunction } from 'ajv/dist/2020'

/** An answer of a desk to a test. */
export interface RecordedAnswer {
  method: string
  path: string
  status: number
  /** '' for none. */
  contentType: string
  text: string
}

/* The document lets answers have further fields; tests do not, or a field could be left out of it. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close)
  if (typeof value !== 'object' || value === null) return value
  const closed = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]))
  return closed.properties && !closed.additionalProperties
    ? { ...closed, additionalProperties: false }
    : closed
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

type FindValidator = (endpoint: AnyEndpoint) => ValidateFunction | undefined

function createValidators(): FindValidator {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': isInstant } })
  ajv.addSchema({ $id: 'desk', components: close({ schemas: api.schemas }) })
  const refer = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"desk#/components'))
  const compiled = new Map<string, ValidateFunction>()
  return (endpoint) => {
    const schema: JsonSchema | undefined = readAnswer(endpoint).schema
    if (!schema || endpoint.file) return undefined
    const operation = `${endpoint.method} ${endpoint.path}`
    const known = compiled.get(operation) ?? ajv.compile(refer(close(schema)) as object)
    compiled.set(operation, known)
    return known
  }
}

/* Compiled once per worker, not per test file: jest-environment.js keeps what is named so. */
const KEPT = Symbol.for('balcao.kept: validators of answers')
const realm: typeof globalThis & { [KEPT]?: FindValidator } = globalThis
const validatorOf = (realm[KEPT] ??= createValidators())

const toPattern = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)

/* A path without parameters comes before one that has them. */
const routes = contracts
  .listEndpoints(contracts)
  .map((endpoint) => ({ endpoint, pattern: toPattern(endpoint.path) }))
  .sort((left, right) => left.endpoint.path.split(':').length - right.endpoint.path.split(':').length)

const findEndpoint = (method: string, path: string): AnyEndpoint | undefined =>
  routes.find((each) => each.endpoint.method === method.toLowerCase() && each.pattern.test(path))?.endpoint

function findBodyFault(endpoint: AnyEndpoint, { contentType, text }: RecordedAnswer): string | undefined {
  if (endpoint.file) return undefined
  const validate = validatorOf(endpoint)
  if (!validate) return text === '' ? undefined : 'the answer is not empty'
  if (!contentType.includes('json')) return `the answer is ${contentType || 'empty'}, not JSON`
  if (validate(JSON.parse(text))) return undefined
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
    .join('; ')
}

function findRefusalFault(endpoint: AnyEndpoint, { text }: RecordedAnswer): string | undefined {
  const { error, code = error } = JSON.parse(text) as { error?: string; code?: string }
  const known: readonly string[] = listErrorCodes(endpoint)
  // The wire's form of ERR_OTHER_OPEN_TICKET is the ticket.
  // A part that the installation has switched off: its paths are as unknown ones.
  if (code === 'ERR_NOT_FOUND') return undefined
  const told = code?.startsWith('{') ? (JSON.parse(code) as { code: string }).code : code
  return told !== undefined && known.includes(told)
    ? undefined
    : `refuses with ${told}, which it does not say`
}

/** Where an answer is not what the API's document says of it; undefined where it is, or where no route has the path. */
export function findAnswerFault(answer: RecordedAnswer): string | undefined {
  const endpoint = findEndpoint(answer.method, answer.path)
  if (!endpoint) return undefined
  const { method, path, status = 200 } = endpoint
  const find = (): string | undefined => {
    // An engine that is away or slow is no promise of an operation.
    if (answer.status >= 500) return undefined
    if (answer.status >= 400) return findRefusalFault(endpoint, answer)
    if (answer.status !== status) return `status ${answer.status}, not ${status}`
    return findBodyFault(endpoint, answer)
  }
  const fault = find()
  return fault && `${method.toUpperCase()} ${path}: ${fault}`
}
