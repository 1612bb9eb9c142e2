import { setTimeout as delay } from 'node:timers/promises'

import type { ConnectionView, TicketView } from '@balcao/contracts'
import {
  localCluster,
  startOwnEngine,
  temporaryFolder,
  type EngineName,
  type LocalCluster,
  type OwnEngine,
} from '@balcao/testkit'
import { Pool, type QueryResultRow } from 'pg'

import { createApiCall, PASSWORD, signUp, until } from '../company'
import { DeskAgent } from './desk-agent'
import { Traffic, type Chat } from './traffic'

const SETUP_MS = 60_000
const COMPANIES = 3
const LINES = 2
const CHATS = 2
const WATCH_MS = 500

export const SUPER = { email: 'sofia@casa.test', password: 'segredo-da-sofia-1' }

export interface Counts {
  inbound: number
  outbound: number
}

type Engines = Record<EngineName, OwnEngine>

/** The product as separate processes on engines of its own, with customers and agents. */
export interface FaultDesk {
  cluster: LocalCluster
  engines: Engines
  agents: readonly DeskAgent[]
  chats: readonly Chat[]
  traffic: Traffic
  /** Sees every schema and company. */
  sql<T extends QueryResultRow>(text: string, params?: unknown[]): Promise<T[]>
  /** By chat number: phone messages that the desk has, and desk messages that the phone has. */
  arrived(): Promise<Map<string, Counts>>
  stop(): Promise<void>
}

type Shops = Pick<FaultDesk, 'agents' | 'chats' | 'traffic'> & { closeShops(): void }

async function startEngines(): Promise<Engines> {
  const names: EngineName[] = ['postgres', 'kafka', 'redis', 'mongo', 's3']
  const results = await Promise.allSettled(names.map(startOwnEngine))
  const started = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await Promise.all(started.map((engine) => engine.remove()))
    throw failed.reason
  }
  return Object.fromEntries(started.map((engine) => [engine.name, engine])) as Engines
}

async function openLine(url: string, agent: DeskAgent, name: string): Promise<number> {
  const anonymous = createApiCall(url)
  const { body } = await agent.once<ConnectionView>({ method: 'POST', path: '/whatsapp', body: { name } })
  const path = `/whatsapp/${body.id}`
  const look = async () => (await agent.once<ConnectionView>({ method: 'GET', path })).body
  await until(async () => (await look()).qrcode || undefined, 'a QR code', SETUP_MS)
  await anonymous('POST', `/simulator/connections/${body.id}/scan`, {})
  await until(async () => (await look()).status === 'CONNECTED' || undefined, 'the session', SETUP_MS)
  return body.id
}

async function openCompany(url: string, index: number, note: Traffic['note']): Promise<DeskAgent> {
  const email = `dona@loja${index}.test`
  await signUp(url, { name: `Loja ${index}`, email })
  const agent = new DeskAgent(url, { email, password: PASSWORD }, note)
  await agent.logIn()
  return agent
}

async function accept(chat: Chat): Promise<void> {
  const { agent, number } = chat
  const path = `/tickets?showAll=true&searchParam=${number}`
  const ticket = await until(
    async () => (await agent.once<{ tickets: TicketView[] }>({ method: 'GET', path })).body.tickets[0],
    'a ticket',
    SETUP_MS,
  )
  const body = { status: 'open', userId: agent.userId, expectedStatus: 'pending' }
  const { status } = await agent.once({ method: 'PUT', path: `/tickets/${ticket.id}`, body })
  if (status !== 200) throw new Error(`ticket ${ticket.id} was not accepted: ${status}`)
  chat.ticketId = ticket.id
}

const ARRIVED = `
  SELECT chat AS number, count(*) FILTER (WHERE way = 'in')::int AS inbound, count(*) FILTER (WHERE way = 'out')::int AS outbound
  FROM (
    SELECT split_part(remote_jid, '@', 1) AS chat, 'in' AS way FROM tickets.messages WHERE NOT from_me
    UNION ALL SELECT chat, 'out' FROM simulator.messages WHERE direction = 'out') m
  GROUP BY chat`

async function openShops(url: string, arrived: FaultDesk['arrived']): Promise<Shops> {
  const chats: Chat[] = []
  const watch = watchBacklog(chats, arrived)
  const traffic = new Traffic(url, chats, watch.underWay)
  const agents: DeskAgent[] = []
  for (let index = 0; index < COMPANIES; index += 1) {
    const agent = await openCompany(url, index, traffic.note)
    agents.push(agent)
    for (let line = 0; line < LINES; line += 1) {
      const connection = await openLine(url, agent, `Zap ${line}`)
      for (let chat = 0; chat < CHATS; chat += 1) {
        const number = `55119${index}${line}${chat}00000`
        chats.push({ connection, number, agent, ticketId: 0, hasFiles: chat > 0, inbound: [], outbound: [] })
      }
    }
  }
  await Promise.all(chats.map(traffic.write))
  await Promise.all(chats.map(accept))
  await Promise.all(agents.map((agent) => agent.listen()))
  return {
    agents,
    chats,
    traffic,
    closeShops: () => {
      watch.stop()
      for (const agent of agents) agent.leave()
    },
  }
}

/* Messages in flight as of the last check; during an outage of the database, as before it. */
function watchBacklog(chats: readonly Chat[], arrived: FaultDesk['arrived']) {
  let underWay = 0
  let isOver = false
  const look = async () => {
    while (!isOver) {
      await delay(WATCH_MS)
      const counts = await arrived().catch(() => undefined)
      if (!counts) continue
      const accepted = chats.reduce((sum, chat) => sum + chat.inbound.length + chat.outbound.length, 0)
      underWay =
        accepted - [...counts.values()].reduce((sum, { inbound, outbound }) => sum + inbound + outbound, 0)
    }
  }
  void look()
  return { underWay: () => underWay, stop: () => void (isOver = true) }
}

export async function startFaultDesk(): Promise<FaultDesk> {
  const engines = await startEngines()
  const { DATABASE_URL: databaseUrl = '', ...env } = Object.assign(
    {},
    ...Object.values(engines).map((e) => e.env),
  ) as Record<string, string>
  const dataDir = await temporaryFolder('faults')
  const cluster = await localCluster({
    databaseUrl,
    dataDir,
    replicas: { 'messaging-gateway': 2, realtime: 2 },
    env: {
      ...env,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      KAFKA_PARTITIONS: '4',
      FIRST_ADMIN_EMAIL: SUPER.email,
      FIRST_ADMIN_PASSWORD: SUPER.password,
    },
  })
  const pool = new Pool({
    connectionString: `postgres://postgres@127.0.0.1:${engines.postgres.port}/balcao`,
    max: 3,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  })
  pool.on('error', () => undefined)
  const sql = async <T extends QueryResultRow>(text: string, params: unknown[] = []) =>
    (await pool.query<T>(text, params)).rows
  const arrived = async () => {
    const rows = await sql<Counts & { number: string }>(ARRIVED)
    return new Map(rows.map((row) => [row.number, row]))
  }
  let shops: Shops | undefined
  const stop = async () => {
    shops?.closeShops()
    for (const engine of Object.values(engines)) engine.resume()
    await cluster.stop()
    await pool.end()
    await Promise.all(Object.values(engines).map((engine) => engine.remove()))
  }
  try {
    await cluster.start()
    await sql('UPDATE billing.plans SET connections = 1000')
    shops = await openShops(cluster.url, arrived)
  } catch (error) {
    await stop()
    throw error
  }
  return { cluster, engines, sql, arrived, stop, ...shops }
}
