import { strictHandling } from '@balcao/contracts'
import { io, type Socket } from 'socket.io-client'

import { waitFor } from '../wait-for'

export interface HttpAnswer<T = unknown> {
  status: number
  body: T
}

/** An HTTP client of the desk, which asks for strict handling. A body is JSON, or FormData unchanged. */
export type Call = <T = unknown>(method: string, path: string, body?: unknown) => Promise<HttpAnswer<T>>

export const createCaller =
  (url: string, token?: string): Call =>
  async <T>(method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}${path}`, {
      method: method.toUpperCase(),
      headers: {
        ...strictHandling,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: (isJson && text !== '' ? JSON.parse(text) : text) as T }
  }

/** A logged-in user with an open socket. */
export interface TestAgent {
  userId: number
  companyId: number
  token: string
  call: Call
  socket: Socket
  /** Payloads received on channels that end so (`ticket`, `appMessage`), oldest first. */
  heard<T = unknown>(channel: string): T[]
  forget(): void
}

interface Login {
  token: string
  user: { id: number; companyId: number }
}

const connect = (socket: Socket): Promise<true> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(true))
    socket.once('connect_error', reject)
    socket.connect()
  })

/** @throws why the socket was refused, when it was for 90 s: a busy machine may refuse it once, as it answers too late. */
export async function openAgent(url: string, email: string, password: string): Promise<TestAgent> {
  const { status, body } = await createCaller(url)<Login>('POST', '/auth/login', { email, password })
  if (status !== 200) throw new Error(`${email} could not log in: ${status} ${JSON.stringify(body)}`)
  const { token, user } = body
  const heard: { channel: string; payload: unknown }[] = []
  const socket = io(url, {
    query: { token },
    transports: ['websocket'],
    autoConnect: false,
    reconnection: false,
    forceNew: true,
  })
  socket.onAny((channel: string, payload: unknown) => heard.push({ channel, payload }))
  await waitFor(() => connect(socket))
  return {
    userId: user.id,
    companyId: user.companyId,
    token,
    call: createCaller(url, token),
    socket,
    heard: <T>(channel: string) =>
      heard.filter((entry) => entry.channel.endsWith(`-${channel}`)).map((entry) => entry.payload as T),
    forget: () => void heard.splice(0),
  }
}
