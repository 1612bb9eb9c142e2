import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { companyId, connectionId, strictHandling, type ConnectionView } from '@balcao/contracts'
import { deskEvent, orderingKeys, OutboundLane, type EventValue } from '@balcao/contracts/wire'
import {
  AppError,
  DAY,
  type BlobStore,
  type Database,
  type Peers,
  type Running,
  type Service,
} from '@balcao/kernel'
import { createHttpApp, createRateLimits, defaultEdgeSettings } from '@balcao/platform'
import {
  KEEPS_CONNECTIONS,
  readOutbox,
  givenSession,
  testDatabase,
  testPorts,
  fakeToken,
  waitFor,
  type FixedClock,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'

import { parseKeyRing } from '../src/features/signal-vault'
import { messagingGatewayMigrations } from '../src/migrations'
import { createGateway } from '../src/gateway/create-gateway'
import type { GatewayTuning } from '../src/gateway/tuning'
import type { MessagingGatewayConfig } from '../src/service'
import { mediaThreadProgram } from './media-thread-program'

export const SCHEMA = messagingGatewayMigrations.schema
export const acme = companyId(1)
export const beta = companyId(2)

export const gatewayDatabase = (): Promise<TestDatabase> => testDatabase([messagingGatewayMigrations])

/** The real clock: sessions, retries and receipts depend on elapsed time. */
export const realClock = (): FixedClock => ({
  now: () => new Date(),
  advance: () => undefined,
  set: () => undefined,
})

const config: MessagingGatewayConfig = {
  defaultProvider: 'simulated',
  simulator: { token: undefined, isOpenLocally: true },
  qrLimit: 3,
  ffmpeg: undefined,
  maxMediaBytes: 1024 * 1024,
  whatsapp: {
    webSocketUrl: 'ws://127.0.0.1:9',
    rootKey: '',
    mediaBase: '',
    deviceName: 'Balcão',
    showsPresence: false,
    historyHours: 0,
  },
  webVersion: undefined,
  webClientUrl: 'http://127.0.0.1:9',
  graph: { origin: 'http://127.0.0.1:9', version: 'v26.0' },
  signupApp: undefined,
  simulatesCloud: false,
  campaignsPerMinute: 60_000,
  campaignsPerDay: 100_000,
  newChats: { perMinute: 60_000, capsByAge: [{ fromDays: 0, newChats: 10_000 }] },
  showsTyping: false,
  sealKey: 'a seal key for tests, long enough',
  integrationOrigins: [],
  waIdKey: 'a key for tests, long enough for any',
  vaultKeys: parseKeyRing(Buffer.alloc(32, 'vault').toString('base64')),
  vaultRotateAfterMs: 90 * DAY,
}

const tuning: GatewayTuning = {
  outboundTimes: { graceMs: 30, acceptWithinMs: 200, firstRetryMs: 20 },
  sessionTimes: { drainMs: 500, stableMs: 0 },
  networkTimes: { pollMs: 100, qrMs: 60_000 },
  // A process that crashed in a test counts as alive for a while: then its leases are free for any process.
  shardTimes: { takeOverAfterMs: 80 },
  mediaThread: mediaThreadProgram,
  pollMs: 40,
}

/** Where a process dies: at its nth transaction after `arm`, just before it or just after its commit. */
export interface CrashPoint {
  transaction: number
  when: 'before' | 'after'
}

/** Called before and after every transaction of a process, those of the vault included; true: it dies there. */
export type DiesAt = (when: CrashPoint['when']) => boolean

/** A database that can be disconnected: a crash leaves what was committed before. */
export function withPlug(db: Database, diesAt: DiesAt = () => false) {
  let isPulled = false
  let point: CrashPoint | undefined
  let seen = 0
  const gone = () => Promise.reject(new AppError('ERR_UNAVAILABLE', { detail: 'crashed' }))
  const isOver = (when: CrashPoint['when'], isPoint: boolean): boolean => {
    isPulled ||= diesAt(when) || (isPoint && point?.when === when)
    return isPulled
  }
  const guarded = async <T>(work: () => Promise<T>, isPoint: boolean): Promise<T> => {
    if (isPulled || isOver('before', isPoint)) return gone()
    const result = await work()
    return isPulled || isOver('after', isPoint) ? gone() : result
  }
  const plugged = new Proxy(db, {
    get: (target, name, receiver) => {
      if (name === 'withTenant')
        return (...args: Parameters<Database['withTenant']>) => {
          seen += 1
          return guarded(() => target.withTenant(...args), point?.transaction === seen)
        }
      if (name === 'asPlatform')
        return (...args: Parameters<Database['asPlatform']>) =>
          guarded(() => target.asPlatform(...args), false)
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  return {
    db: plugged,
    pull: () => void (isPulled = true),
    arm: (at: CrashPoint) => {
      point = at
      seen = 0
    },
    isPulled: () => isPulled,
  }
}

export interface GatewayOptions {
  config?: Partial<MessagingGatewayConfig>
  tuning?: GatewayTuning
  rpc?: Parameters<typeof testPorts>[2] extends infer O ? (O extends { rpc?: infer R } ? R : never) : never
  clock?: FixedClock
  maxConnections?: number
  useExternalApi?: boolean
  /** Of the plans, by company; without, no limit. */
  apiLimits?: ReadonlyMap<number, { perMinute: number; perDay: number }>
  /** Multiplies rate limits; 0 unless a test needs them. */
  rateFactor?: number
  diesAt?: DiesAt
  /** Shared by successive processes. */
  blobs?: BlobStore
  peers?: Peers
  /** The desk's address, where Meta calls. */
  publicUrl?: string
  /** Not started: only the HTTP server and the routes. */
  idle?: boolean
}

export interface Gateway {
  ports: TestPorts
  service: Service
  url: string
  stop(): Promise<void>
  /** Like `kill -9`: no shutdown notice, and the lease soon expires. */
  crash(): Promise<void>
  /** Crashes at a transaction of a company; see `hasCrashed`. */
  arm(point: CrashPoint): void
  hasCrashed(): boolean
}

const createPlan = (options: GatewayOptions, company: number) => ({
  id: 1,
  name: 'Plan',
  users: 10,
  connections: options.maxConnections ?? 10,
  queues: 10,
  valueCents: 0,
  apiMessagesPerMinute: options.apiLimits?.get(company)?.perMinute ?? 0,
  apiMessagesPerDay: options.apiLimits?.get(company)?.perDay ?? 0,
  mediaMegabytes: 0,
  offered: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
  useExternalApi: options.useExternalApi ?? true,
})

export async function startGateway(pg: TestDatabase, options: GatewayOptions = {}): Promise<Gateway> {
  const rpc = {
    billing: {
      getEntitlements: ({ companyId: company }: { companyId: number }) =>
        Promise.resolve({ plan: createPlan(options, company) }),
    },
    ...options.rpc,
  }
  const { clock = realClock(), blobs, peers } = options
  const ports = {
    ...testPorts(pg, SCHEMA, { clock, rpc, ...(blobs && { blobs }), ...(peers && { peers }) }),
    publicUrl: options.publicUrl ?? '',
  }
  const plug = withPlug(ports.db, options.diesAt)
  const merged: GatewayTuning = {
    ...tuning,
    ...options.tuning,
    outboundTimes: { ...tuning.outboundTimes, ...options.tuning?.outboundTimes },
    networkTimes: { ...tuning.networkTimes, ...options.tuning?.networkTimes },
  }
  const [primary] = ports.primaries
  const plugged = { ...ports, db: plug.db, primaries: [{ ...primary, db: plug.db }] as const }
  const service = createGateway({ ...config, ...options.config }, plugged, merged)
  const running: Running | undefined = options.idle ? undefined : await service.start?.()
  const server = createServer(
    KEEPS_CONNECTIONS,
    createHttpApp(
      {
        edge: { ...defaultEdgeSettings(), rateLimits: createRateLimits(options.rateFactor ?? 0) },
        trustedProxies: 0,
        allowedOrigins: [],
        isHttps: false,
      },
      (app) => {
        if (service.http) app.use(service.http)
      },
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let ending: Promise<void> | undefined
  const end = async (first: () => Promise<void>) => {
    await first()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const gateway: Gateway = {
    ports,
    service,
    url: `http://127.0.0.1:${port}`,
    stop: () => (ending ??= end(async () => running?.stop())),
    arm: plug.arm,
    hasCrashed: plug.isPulled,
    crash: () =>
      (ending ??= end(async () => {
        plug.pull()
        await pg.sql(`UPDATE ${SCHEMA}.session_lease SET owner = NULL, expires_at = now()`)
        await pg.sql(`DELETE FROM ${SCHEMA}.gateway_processes`)
        await running?.stop()
      })),
  }
  pg.onClose(() => gateway.stop())
  return gateway
}

export interface Answer<T> {
  status: number
  body: T
}

export type Caller = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>

export const caller =
  (url: string, token?: string): Caller =>
  async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: {
        ...strictHandling,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T,
    }
  }

/** An administrator and an agent of each company. */
export async function people(pg: TestDatabase, url: string) {
  const as = async (id: number, company: typeof acme, profile: 'admin' | 'user') =>
    caller(
      url,
      fakeToken(await givenSession(pg, SCHEMA, { userId: id as never, companyId: company, profile })),
    )
  return {
    admin: await as(1, acme, 'admin'),
    agent: await as(2, acme, 'user'),
    foreigner: await as(3, beta, 'admin'),
  }
}

/** A connection that was scanned and is connected. */
export async function pairedConnection(gateway: Gateway, admin: Caller, name: string): Promise<number> {
  const created = await admin<ConnectionView>('POST', '/whatsapp', { name })
  expect(created.status).toBe(200)
  const { id } = created.body
  await waitFor(async () => (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body.status === 'qrcode')
  const scanned = await caller(gateway.url)('POST', `/simulator/connections/${id}/scan`, {})
  expect(scanned.status).toBe(200)
  await statusIs(admin, id, 'CONNECTED')
  return id
}

export const statusIs = (admin: Caller, id: number, status: string) =>
  waitFor(async () => (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body.status === status)

export const quiet = (gateway: Gateway) =>
  waitFor(async () => (await gateway.service.pending?.())?.length === 0)

/** Delivers an event to the service's consumers, as a transport does. */
type RequestCase =
  | 'outboundRequested'
  | 'outboundRevokeRequested'
  | 'outboundEditRequested'
  | 'outboundReactionRequested'
  | 'readMarkRequested'
  | 'typingRequested'
  | 'campaignMessageRequested'

export async function tell<Case extends RequestCase>(
  gateway: Gateway,
  $case: Case,
  value: EventValue<Case>,
  company = acme,
) {
  const event = deskEvent(gateway.ports, orderingKeys.connection(company, 1), $case, value)
  for (const consumer of gateway.service.consumers)
    if (consumer.cases.includes($case)) await consumer.handle({ event, attempt: 1 })
  return event
}

type OutboundRequest = EventValue<'outboundRequested'>

export const outboundRequest = (
  over: Partial<OutboundRequest> & Pick<OutboundRequest, 'messageId' | 'connectionId' | 'number'>,
): OutboundRequest => ({
  remoteJid: '',
  kind: 'chat',
  body: 'olá',
  media: undefined,
  quotedWaId: '',
  quotedFromMe: false,
  quotedParticipant: '',
  quotedBody: '',
  quotedMessageId: '',
  lane: OutboundLane.OUTBOUND_LANE_AGENT,
  isForwarded: false,
  asksNumber: false,
  location: undefined,
  vcard: '',
  clientKey: '',
  ...over,
})

type RevokeRequest = EventValue<'outboundRevokeRequested'>

export const revokeRequest = (
  over: Partial<RevokeRequest> & Pick<RevokeRequest, 'messageId' | 'connectionId'>,
): RevokeRequest => ({
  waId: '',
  remoteJid: '',
  participant: '',
  fromMe: true,
  ...over,
})

export const asksToSend = (gateway: Gateway, over: Parameters<typeof outboundRequest>[0], company = acme) =>
  tell(gateway, 'outboundRequested', outboundRequest(over), company)

export const messageUuid = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`

export const received = (pg: TestDatabase) => readOutbox(pg, SCHEMA, 'messageReceived')
export const outboundChanges = (pg: TestDatabase) => readOutbox(pg, SCHEMA, 'outboundChanged')

export { connectionId }
