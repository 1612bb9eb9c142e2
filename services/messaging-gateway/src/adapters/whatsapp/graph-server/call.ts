import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from '@balcao/kernel'

import { authenticate, checkSecretSignature, requireMaySend, requireScope, unknownObject } from './authorize'
import type { BusinessAccount, PhoneNumber, Scope, Token } from './assets'
import type { Json } from './fields'
import { GraphError } from './graph-error'
import type { GraphNetwork } from './network'

/** One request of the API. */
export interface Call {
  method: string
  /** After the version: `106540352242922/messages`. */
  path: readonly string[]
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answer {
  status: number
  /** An object becomes JSON. */
  body: object | Buffer
  headers?: Record<string, string>
}

export const ok = (body: object): Answer => ({ status: 200, body })

/** The caller's token. @throws {GraphError} 104, 190, 100 */
export function readToken(network: GraphNetwork, { headers, query }: Call): Token {
  const bearer = /^(?:Bearer|OAuth) +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const value = bearer ?? query.get('access_token') ?? undefined
  const token = authenticate(value, network.schedule.now(), (one) => network.tokens.get(one))
  const app = network.apps.get(token.appId)
  if (app) checkSecretSignature(token, app.secret, query.get('appsecret_proof') ?? undefined)
  return token
}

/** The number of the path, for a token that may use it. @throws {GraphError} 100 with subcode 33, 10 */
export function readNumber(network: GraphNetwork, call: Call, scope: Scope): PhoneNumber {
  const token = readToken(network, call)
  const id = call.path[0] ?? ''
  const number = network.numbers.get(id)
  if (!number || !token.accountIds.includes(number.accountId)) throw unknownObject(call.method, id)
  requireScope(token, scope)
  if (scope === 'whatsapp_business_messaging' && call.method === 'POST') requireMaySend(token)
  return number
}

/** The account of the path, for a token that may use it; counts against the hourly limit. @throws {GraphError} 100, 10, 80007 */
export function readAccount(network: GraphNetwork, call: Call): { account: BusinessAccount; token: Token } {
  const token = readToken(network, call)
  const id = call.path[0] ?? ''
  const account = network.accounts.get(id)
  if (!account || !token.accountIds.includes(id)) throw unknownObject(call.method, id)
  requireScope(token, 'whatsapp_business_management')
  if (!network.takeManagementRequest(token.appId, id))
    throw new GraphError(80007, { status: network.settings.throttlingStatus })
  return { account, token }
}

/** The parameters of a POST: JSON, or a form as Graph takes it too. @throws {GraphError} 100 for what is neither. */
export function readParameters({ headers, body, query }: Call): Json {
  const type = headers['content-type'] ?? ''
  if (body.length === 0) return Object.fromEntries(query)
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries([...new URLSearchParams(body.toString('utf8'))].map(parseFormValue))
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    throw new GraphError(100, { message: '(#100) The body is not valid JSON.', details: '' })
  }
  if (!isRecord(parsed))
    throw new GraphError(100, { message: '(#100) The body is not a JSON object.', details: '' })
  return parsed
}

/* In forms objects and arrays are JSON (docs/graph-api/overview, 2025-06). */
function parseFormValue([name, value]: [string, string]): [string, unknown] {
  if (!/^[[{]/.test(value)) return [name, value]
  try {
    return [name, JSON.parse(value) as unknown]
  } catch {
    return [name, value]
  }
}

/** Only what `fields` asks for, and always the id (docs/graph-api/guides/field-expansion, 2025-06). @throws {GraphError} 100 */
export function pickFields(node: Json, asked: string | null, byDefault: readonly string[]): Json {
  const names = asked === null ? byDefault : splitFields(asked)
  const answer: Json = {}
  for (const name of names) {
    if (!(name in node))
      throw new GraphError(100, {
        message: `(#100) Tried accessing nonexisting field (${name})`,
        details: '',
      })
    if (node[name] !== undefined) answer[name] = node[name]
  }
  return { ...answer, id: node['id'] }
}

/* `throughput{level},status`: the names of the first level. */
function splitFields(asked: string): string[] {
  let depth = 0
  let names = ''
  for (const character of asked) {
    if (character === '{' || character === '(') depth++
    else if (character === '}' || character === ')') depth--
    else if (depth === 0) names += character
  }
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
