import {
  simulatorRoutes,
  strictHandling,
  type Answer,
  type Route,
  type SimulatorBehaviour,
} from '@balcao/contracts'

import { buildRequest, type Parts } from '../../data/request'

/* HTTP client of the simulated phone. Without a token in a loopback demo; elsewhere SIMULATOR_TOKEN is required. */

const TOKEN_KEY = 'simulatorToken'

/** Stores the token from the page's address in sessionStorage, for this tab. */
export const storeTokenFromAddress = (search: string): void => {
  const token = new URLSearchParams(search).get('token')
  if (token) sessionStorage.setItem(TOKEN_KEY, token)
}

export class SimulatorError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code || `HTTP ${status}`)
    this.name = 'SimulatorError'
    this.status = status
    this.code = code
  }
}

const buildHeaders = (hasBody: boolean): Record<string, string> => {
  const token = sessionStorage.getItem(TOKEN_KEY)
  return {
    ...strictHandling,
    accept: 'application/json',
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

const readErrorCode = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string'
    ? answer.error
    : ''

const call = async <R extends Route>(route: R, ...parts: Parts<R>): Promise<Answer<R>> => {
  const { url, method, params, body } = buildRequest(route, ...parts)
  const response = await fetch(params ? `${url}?${new URLSearchParams(params).toString()}` : url, {
    method,
    headers: buildHeaders(body !== undefined),
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new SimulatorError(response.status, readErrorCode(answer))
  return answer as Answer<R>
}

export interface PhoneMessage {
  connection: number
  number: string
  name: string
  hidesNumber?: boolean
  body?: string
  quotedId?: string
  media?: { name: string; mimeType: string; base64: string }
}

const lineRoutes = {
  scan: simulatorRoutes.simulatorScan,
  drop: simulatorRoutes.simulatorDrop,
  logout: simulatorRoutes.simulatorLogout,
  replace: simulatorRoutes.simulatorReplace,
  restart: simulatorRoutes.simulatorRestart,
}
export type LineAction = keyof typeof lineRoutes

export const simulatorClient = {
  connections: () => call(simulatorRoutes.simulatorConnections),
  chats: (connection: number) => call(simulatorRoutes.simulatorChats, { query: { connection } }),
  messages: (connection: number, number: string) =>
    call(simulatorRoutes.simulatorMessages, { query: { connection, number } }),
  typing: (connection: number) => call(simulatorRoutes.simulatorTyping, { query: { connection } }),
  behaviour: () => call(simulatorRoutes.simulatorGetBehaviour),
  behave: (change: Partial<SimulatorBehaviour>) =>
    call(simulatorRoutes.simulatorPutBehaviour, { body: change }),
  say: (message: PhoneMessage) => call(simulatorRoutes.simulatorInbound, { body: { messages: [message] } }),
  read: (connection: number, number: string) =>
    call(simulatorRoutes.simulatorRead, { body: { connection, number } }),
  receipt: (connection: number, id: string, ack: 2 | 3 | 4) =>
    call(simulatorRoutes.simulatorReceipts, { body: { connection, ids: [id], ack } }),
  revise: (connection: number, number: string, id: string) =>
    call(simulatorRoutes.simulatorRevise, { body: { connection, number, id } }),
  passDay: (connection: number, number: string) =>
    call(simulatorRoutes.simulatorPassTime, { body: { connection, number, hours: 24 } }),
  line: (connection: number, action: LineAction) =>
    call(lineRoutes[action], { path: { id: connection }, body: {} }),
}

/** A file as the simulator's API takes it: name, type, base64. */
export const readMediaFile = (file: File): Promise<{ name: string; mimeType: string; base64: string }> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new Error('unreadable file'))
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : ''
      resolve({
        name: file.name,
        mimeType: file.type || 'application/octet-stream',
        base64: url.slice(url.indexOf(',') + 1),
      })
    }
    reader.readAsDataURL(file)
  })
