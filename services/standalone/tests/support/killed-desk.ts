import { rm } from 'node:fs/promises'

import type { SimulatorOutboundItem } from '@balcao/contracts'
import { freePort, temporaryFolder } from '@balcao/testkit'

import { readBuiltInPostgres } from './built-in-postgres'
import { createApiCall, type Call } from './company'
import { spawnDesk } from './spawn-desk'

const PATIENCE_MS = 10_000
/* The desk had no time to read or to answer the request. */
const ASK_AGAIN = [408, 429]

export const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms))

/** A built desk that is killed and started again while it is used. */
export interface KilledDesk {
  url: string
  dataDir: string
  /** Asks until the desk answers; the caller judges the answer. Throws once the desk is stopped. */
  persist(path: string, init: RequestInit): Promise<Response>
  /** SIGKILL to the process, and to Postgres before it when wanted; then a new start. */
  kill(which: { withPostgres: boolean }): Promise<void>
  login(email: string): Promise<{ token: string; userId: number }>
  /** What a connection sent to the simulated network, in order. */
  networkSaw(connection: number): Promise<SimulatorOutboundItem[]>
  stop(): Promise<void>
}

/** A request with a JSON body. */
export const json = (token: string | undefined, body?: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

export interface Credentials {
  email: string
  password: string
}

/** Calls as one user until the desk answers; the caller judges the answer. Tokens live for minutes: a long run logs in again. */
export function callsOf(desk: Pick<KilledDesk, 'persist'>, credentials: Credentials): Call {
  const callWith = (token?: string) => createApiCall('', token, desk.persist)
  const logIn = async () => {
    const { status, body } = await callWith()<{ token: string }>('post', '/auth/login', credentials)
    expect(status).toBe(200)
    return callWith(body.token)
  }
  let session: Promise<Call> | undefined
  return async <T>(method: string, path: string, body?: unknown) => {
    session ??= logIn()
    const answer = await (await session)<T>(method, path, body)
    if (![401, 403].includes(answer.status)) return answer
    session = logIn()
    return (await session)<T>(method, path, body)
  }
}

const killPostgres = (dataDir: string) => process.kill(readBuiltInPostgres(dataDir).pid, 'SIGKILL')

export async function startKilledDesk(env: Record<string, string> = {}): Promise<KilledDesk> {
  const dataDir = await temporaryFolder('kill')
  const port = await freePort()
  const start = () => spawnDesk({ dataDir, port, env: { DEMO: 'minimal', LOG_LEVEL: 'error', ...env } })
  let desk = await start()
  let isOver = false

  async function persist(path: string, init: RequestInit): Promise<Response> {
    while (!isOver) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          ...init,
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        if (response.status < 500 && !ASK_AGAIN.includes(response.status)) return response
      } catch {
        // Requests fail while the process is down, as the test intends.
      }
      await pause(50)
    }
    throw new Error('the test is over')
  }

  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    persist,
    kill: async ({ withPostgres }) => {
      if (withPostgres) killPostgres(dataDir)
      await desk.kill()
      desk = await start()
    },
    login: async (email) => {
      const response = await persist('/auth/login', json(undefined, { email, password: 'balcao123' }))
      const answer = (await response.json()) as { token: string; user: { id: number } }
      expect(response.status).toBe(200)
      return { token: answer.token, userId: answer.user.id }
    },
    networkSaw: async (connection) => {
      const seen: SimulatorOutboundItem[] = []
      for (;;) {
        const after = seen.at(-1)?.cursor ?? 0
        const response = await persist(
          `/simulator/outbound?connection=${connection}&after=${after}`,
          json(undefined, undefined, 'GET'),
        )
        const { items } = (await response.json()) as { items: SimulatorOutboundItem[] }
        if (items.length === 0) return seen
        seen.push(...items)
      }
    },
    stop: async () => {
      isOver = true
      await desk.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
