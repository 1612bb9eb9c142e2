import type {
  SimulatorBehaviour,
  SimulatorChat,
  SimulatorChatMessage,
  SimulatorConnection,
} from '@balcao/contracts'

/* The HTTP door of the simulated network. Open in a loopback demo; elsewhere it asks for a token. */

const TOKEN_KEY = 'simulatorToken'

/** The door's token for this tab: from the page's address once, then remembered until the tab closes. */
export const takeToken = (search: string): void => {
  const token = new URLSearchParams(search).get('token')
  if (token) sessionStorage.setItem(TOKEN_KEY, token)
}

export class DoorError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code || `HTTP ${status}`)
    this.name = 'DoorError'
    this.status = status
    this.code = code
  }
}

const headersOf = (hasBody: boolean): Record<string, string> => {
  const token = sessionStorage.getItem(TOKEN_KEY)
  return {
    accept: 'application/json',
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> => {
  const response = await fetch(path, {
    method,
    headers: headersOf(body !== undefined),
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const answer = (await response.json().catch(() => ({}))) as { error?: unknown }
  if (!response.ok) throw new DoorError(response.status, typeof answer.error === 'string' ? answer.error : '')
  return answer as T
}

export interface Outgoing {
  connection: number
  number: string
  name: string
  body?: string
  quotedId?: string
  media?: { name: string; mimeType: string; base64: string }
}

export type LineAction = 'scan' | 'drop' | 'logout' | 'replace' | 'restart'

export const door = {
  connections: () => call<SimulatorConnection[]>('GET', '/simulator/connections'),
  chats: (connection: number) => call<SimulatorChat[]>('GET', `/simulator/chats?connection=${connection}`),
  messages: (connection: number, number: string) =>
    call<SimulatorChatMessage[]>(
      'GET',
      `/simulator/messages?connection=${connection}&number=${encodeURIComponent(number)}`,
    ),
  behaviour: () => call<SimulatorBehaviour>('GET', '/simulator/behaviour'),
  behave: (change: Partial<SimulatorBehaviour>) =>
    call<SimulatorBehaviour>('PUT', '/simulator/behaviour', change),
  say: (message: Outgoing) =>
    call<{ accepted: { id: string }[] }>('POST', '/simulator/inbound', { messages: [message] }),
  read: (connection: number, number: string) =>
    call<{ taken: number }>('POST', '/simulator/read', { connection, number }),
  receipt: (connection: number, id: string, ack: 2 | 3 | 4) =>
    call<{ taken: number }>('POST', '/simulator/receipts', { connection, ids: [id], ack }),
  revise: (connection: number, number: string, id: string) =>
    call<{ taken: number }>('POST', '/simulator/revise', { connection, number, id }),
  line: (connection: number, action: LineAction) =>
    call<SimulatorConnection>('POST', `/simulator/connections/${connection}/${action}`, {}),
}

/** A file as the door wants it. */
export const mediaOf = (file: File): Promise<{ name: string; mimeType: string; base64: string }> =>
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
