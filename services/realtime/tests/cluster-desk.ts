import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent as HttpAgent, get } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import type { CompanyId, SyncAnswer } from '@balcao/contracts'
import {
  orderingKeys,
  socketEvents,
  type DeskEventCase,
  type EventKey,
  type EventValue,
} from '@balcao/contracts/wire'
import { SECOND, type Session } from '@balcao/kernel'
import { startOwnRedis, fakeToken, watchChild, type OwnRedis, type TestDatabase } from '@balcao/testkit'
import { io, type Socket } from 'socket.io-client'

const HOST = path.join(__dirname, 'support-processes/realtime-host.cjs')

export interface RealtimeProcess {
  url: string
  port: number
  child: ChildProcess
  /** Appends the event as a relay would; this process consumes. */
  publish<C extends DeskEventCase>(
    companyId: CompanyId,
    name: C,
    value: EventValue<C>,
    key?: EventKey,
  ): Promise<void>
  /** The exit code, null after a signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

export interface ProcessOptions {
  pg: TestDatabase
  redis: OwnRedis
  drainMs?: number
  withoutJobs?: readonly string[]
}

type Answer = { port?: number; done?: number; error?: string }

/** The service in a process of its own. */
export async function startProcess(options: ProcessOptions): Promise<RealtimeProcess> {
  const { pg, redis, drainMs = 2 * SECOND, withoutJobs = [] } = options
  const input = { admin: pg.admin, redisUrl: redis.url, drainMs, withoutJobs }
  const child = fork(HOST, [JSON.stringify(input)], {
    env: { ...process.env, LOG_LEVEL: 'error' },
    silent: true,
  })
  const { ended, waitForMessage } = watchChild(child)
  const port = await waitForMessage((message) => (message as Answer).port)
  let asked = 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    child,
    publish: async (companyId, name, value, key = orderingKeys.ticket(companyId, 99)) => {
      const id = (asked += 1)
      const done = waitForMessage((message) =>
        (message as Answer).done === id ? (message as Answer) : undefined,
      )
      child.send({ id, name, value, key })
      const answer = await done
      if (answer.error) throw new Error(answer.error)
    },
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** A load balancer without affinity: each connection goes to the next process. */
export interface RoundRobin {
  url: string
  targets: RealtimeProcess[]
  close(): Promise<void>
}

export async function startRoundRobin(): Promise<RoundRobin> {
  let turn = 0
  const proxy: { targets: RealtimeProcess[] } = { targets: [] }
  const server: Server = createServer((incoming) => {
    incoming.on('error', () => incoming.destroy())
    const attempt = (left: number) => {
      const target = proxy.targets[(turn += 1) % Math.max(1, proxy.targets.length)]
      if (!target || left === 0) return void incoming.destroy()
      const outgoing = connect(target.port, '127.0.0.1')
      const next = () => attempt(left - 1)
      outgoing.once('error', next)
      outgoing.once('connect', () => {
        outgoing.off('error', next)
        outgoing.on('error', () => incoming.destroy())
        outgoing.on('close', () => incoming.destroy())
        incoming.on('close', () => outgoing.destroy())
        incoming.pipe(outgoing).pipe(incoming)
      })
    }
    attempt(proxy.targets.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
    },
  })
}

/** A client like the web's: websocket first, reconnects with jitter, fills the gap from `/sync`. */
export interface Agent {
  session: Session
  socket: Socket
  /** Feed position at its start. */
  since: number
  /** By `seq`, from the socket and from `/sync`. */
  seen: Map<number, string>
  readyAt: number[]
  lost: { reason: string; at: number }[]
  repeats: number
  payloads: { channel: string; payload: Record<string, unknown> }[]
  isUp(): boolean
}

/* Connections are kept, as browsers keep theirs. */
const connections = new HttpAgent({ keepAlive: true, maxSockets: 16 })

const syncFrom = (url: string, session: Session, since: number): Promise<SyncAnswer> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${fakeToken(session)}` }
    get(`${url}/sync?since=${since}`, { agent: connections, headers }, (answer) => {
      text(answer).then((body) => {
        if (answer.statusCode === 200) resolve(JSON.parse(body) as SyncAnswer)
        else reject(new Error(`sync: ${answer.statusCode}`))
      }, reject)
    }).once('error', reject)
  })

/** Everything after `start` that the session may see now. */
export async function fetchFeed(url: string, session: Session, start = 0): Promise<Map<number, string>> {
  const seen = new Map<number, string>()
  for (let since = start; ;) {
    const answer = await syncFrom(url, session, since)
    for (const { seq, channel } of answer.events) seen.set(seq, channel)
    if (!answer.hasMore) return seen
    since = answer.seq
  }
}

/** Everything after `since`, retried until the processes answer or the client stopped. */
async function catchUp(agent: Agent, url: string, since: number, isWanted: () => boolean): Promise<void> {
  for (let from = since; isWanted();) {
    const answer = await syncFrom(url, agent.session, from).catch(() => undefined)
    if (!answer) continue
    for (const { seq, channel } of answer.events) agent.seen.set(seq, channel)
    if (!answer.hasMore) return
    from = answer.seq
  }
}

export function openAgent(url: string, session: Session): Agent {
  const socket = io(url, {
    forceNew: true,
    auth: { token: fakeToken(session) },
    query: { token: fakeToken(session) },
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  })
  /** The highest `seq` from the socket; after a reconnect `/sync` starts there. */
  let known = 0
  let isSynced = false
  const agent: Agent = {
    session,
    socket,
    since: 0,
    seen: new Map(),
    readyAt: [],
    lost: [],
    repeats: 0,
    payloads: [],
    isUp: () => socket.connected && isSynced,
  }
  socket.on('ready', ({ seq }: { seq: number }) => {
    const connection = agent.readyAt.push(performance.now())
    if (connection === 1) {
      agent.since = known = seq
      isSynced = true
      return
    }
    const isCurrent = () => socket.connected && agent.readyAt.length === connection
    void catchUp(agent, url, known, isCurrent).then(() => (isSynced = isCurrent()))
  })
  socket.onAny((name: string, payload: { seq: number } & Record<string, unknown>) => {
    if (name === 'ready') return
    const channel = name.split('-').slice(2).join('-')
    // The same event under a name for other clients.
    if (!(channel in socketEvents)) return
    agent.payloads.push({ channel, payload })
    if (payload.seq <= known) agent.repeats += 1
    known = Math.max(known, payload.seq)
    agent.seen.set(payload.seq, channel)
  })
  socket.on('disconnect', (reason) => {
    isSynced = false
    agent.lost.push({ reason, at: performance.now() })
  })
  return agent
}

export async function openCluster(pg: TestDatabase, options: Partial<ProcessOptions> = {}) {
  const redis = await startOwnRedis()
  const start = () => startProcess({ pg, redis, ...options })
  const processes = await Promise.all([start(), start(), start()])
  const front = await startRoundRobin()
  front.targets = [...processes]
  const agents: Agent[] = []
  return {
    redis,
    front,
    processes,
    start,
    open: (url: string, session: Session): Agent => {
      const agent = openAgent(url, session)
      agents.push(agent)
      return agent
    },
    close: async () => {
      for (const { socket } of agents) socket.disconnect()
      connections.destroy()
      redis.resume()
      await Promise.all(processes.map(({ end }) => end('SIGKILL')))
      await front.close()
      await redis.kill()
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>
