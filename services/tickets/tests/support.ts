import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  companyId,
  connectionId,
  queueId,
  strictHandling,
  ticketId,
  userId,
  type CompanyId,
} from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type CompanyHours,
  type DeskEvent,
  type MessageReceived,
  type OutboundChanged,
} from '@balcao/contracts/wire'
import type { Service, Session } from '@balcao/kernel'
import { ChildSheetReader, createHttpApp, createRateLimits, defaultEdgeSettings } from '@balcao/platform'
import {
  KEEPS_CONNECTIONS,
  sheetProgram,
  testDatabase,
  testPorts,
  fakeToken,
  type PartialRpc,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'

import type { TicketsConfig } from '../src/config'
import { ticketsMigrations } from '../src/migrations'
import { createTicketsService, wireTickets, type TicketsDeps } from '../src/service'

export const COMPANY = companyId(7)
export const FOREIGN = companyId(8)

export interface Rig {
  pg: TestDatabase
  ports: TestPorts
  deps: TicketsDeps
  service: Service
  /** Settings auth would answer. */
  settings: Record<string, string>
  /** The business hours auth would answer, by company. */
  hours: Map<number, CompanyHours>
  /** What billing would answer. */
  plan: { queues: number }
}

export interface RigOptions {
  assistants?: Partial<TicketsConfig['assistants']>
  rpc?: PartialRpc
  /** The store of message documents; Postgres unless given. */
  documents?: TicketsConfig['documents']
}

export const buildTicketsConfig = (options: RigOptions = {}): TicketsConfig => ({
  maxUploadBytes: 1024 * 1024,
  documents: options.documents ?? { kind: 'postgres' },
  sealKey: 'a key of the tests, 32 characters or more',
  assistants: {
    publicOrigin: 'https://desk.example.test',
    origins: [],
    openAiUrl: 'http://127.0.0.1:9/v1',
    openAiModel: 'model',
    openAiTranscriptionModel: 'ears',
    speechUrl: 'http://127.0.0.1:9',
    dialogflowUrl: 'http://127.0.0.1:9',
    googleTokenUrl: 'http://127.0.0.1:9/token',
    asaasUrl: 'http://127.0.0.1:9',
    ...options.assistants,
  },
})

/** The service on a real database; the test plays auth, billing and the gateway. */
export async function rig(options: RigOptions = {}): Promise<Rig> {
  const pg = await testDatabase([ticketsMigrations])
  const settings: Record<string, string> = { CheckMsgIsGroup: 'disabled' }
  const hours: Rig['hours'] = new Map()
  const plan = { queues: 100 }
  const ports = testPorts(pg, 'tickets', {
    rpc: {
      auth: {
        getSettings: ({ companyId: id }) => Promise.resolve({ settings, hours: hours.get(id) }),
        reportApiKeyUse: () => Promise.resolve({}),
      },
      billing: { getEntitlements: () => Promise.resolve({ plan: buildPlan(plan.queues), dueAt: undefined }) },
      messaging: { checkNumber: ({ number }) => Promise.resolve({ exists: true, number }) },
      ...options.rpc,
    },
  })
  const config = buildTicketsConfig(options)
  const sheets = new ChildSheetReader(sheetProgram)
  const service = createTicketsService(config, ports, sheets)
  const deps = wireTickets(config, ports, sheets)
  for (const close of [service.close, deps.close]) pg.onClose(async () => close?.())
  return { pg, ports, deps, service, settings, hours, plan }
}

const buildPlan = (queues: number) => ({
  id: 1,
  name: 'Plano 1',
  users: 10,
  connections: 10,
  queues,
  valueCents: 3_000,
  apiMessagesPerMinute: 0,
  apiMessagesPerDay: 0,
  mediaMegabytes: 0,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
  offered: true,
})

interface Person {
  id: number
  company?: CompanyId
  name?: string
  profile?: Session['profile']
  queueIds?: number[]
  allTicket?: boolean
  connectionId?: number
}

/** A user as auth's events would have brought it, and the session it acts with. */
export async function person(
  { pg }: Rig,
  {
    id,
    company = COMPANY,
    name = `user ${id}`,
    profile = 'user',
    queueIds = [],
    allTicket = false,
    connectionId: own,
  }: Person,
): Promise<Session> {
  await pg.sql(
    `INSERT INTO tickets.directory_companies (company_id, name, email, active, due_at, plan_id) VALUES ($1, 'c', 'c@example.test', true, NULL, 1) ON CONFLICT DO NOTHING`,
    [company],
  )
  await pg.sql(
    `INSERT INTO tickets.directory_users (company_id, user_id, name, email, profile, super, active, all_ticket, queue_ids, token_version, connection_id)
     VALUES ($1, $2, $3, $4, $5, false, true, $6, $7, 0, $8)`,
    [company, id, name, `${id}@example.test`, profile, allTicket, queueIds, own ?? null],
  )
  return {
    userId: userId(id),
    companyId: company,
    name,
    profile,
    super: false,
    allTicket,
    queueIds: queueIds.map(queueId),
    tokenVersion: 0,
    dueAt: null,
  }
}

export async function queue({ pg }: Rig, name: string, company: CompanyId = COMPANY): Promise<number> {
  const [row] = await pg.sql<{ id: number }>(
    `INSERT INTO tickets.queues (company_id, name, name_key, color, color_key, greeting_message, out_of_hours_message, order_queue)
     VALUES ($1, $2, lower($2), '#' || substr(md5($2), 1, 6), substr(md5($2), 1, 6), '', '', 0) RETURNING id`,
    [company, name],
  )
  return row?.id ?? 0
}

export async function connection(
  { pg }: Rig,
  id: number,
  fields: { company?: CompanyId; queueIds?: number[]; isDefault?: boolean; status?: string } = {},
): Promise<number> {
  const { company = COMPANY, queueIds = [], isDefault = false, status = 'CONNECTED' } = fields
  await pg.sql(
    `INSERT INTO tickets.connections (company_id, id, name, status, is_default, queue_ids, changed_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [company, id, `connection ${id}`, status, isDefault, queueIds],
  )
  return id
}

export const phoneJid = (number: string): string => `${number}@s.whatsapp.net`

/** A message as the gateway records it. */
export function received(
  rig: Rig,
  fields: Partial<MessageReceived> & { number?: string; name?: string; company?: CompanyId } = {},
): DeskEvent {
  const { number = '5511955550101', name = 'Joana', company = COMPANY, ...value } = fields
  const id = rig.ports.ids.next()
  return deskEvent(rig.ports, orderingKeys.conversation(company, number), 'messageReceived', {
    inboundId: id,
    connectionId: 1,
    conversationId: number,
    remoteJid: phoneJid(number),
    participant: '',
    fromMe: false,
    waId: `WA${id}`,
    contact: { number, lid: '', name },
    isGroup: false,
    sender: undefined,
    kind: 'chat',
    body: 'oi',
    media: undefined,
    quotedWaId: '',
    location: undefined,
    vcard: '',
    sentAt: rig.ports.clock.now(),
    marks: [],
    mediaPending: false,
    ...value,
  })
}

export const outboundChanged = (
  rig: Rig,
  fields: Partial<OutboundChanged> & { messageId: string; company?: CompanyId },
): DeskEvent => {
  const { company = COMPANY, ...value } = fields
  return deskEvent(rig.ports, orderingKeys.conversation(company, 'x'), 'outboundChanged', {
    connectionId: 1,
    waId: '',
    remoteJid: '',
    ack: 1,
    failure: '',
    campaignId: 0,
    ...value,
  })
}

/** Hands an event to the consumer of that group, as the platform would. */
export async function deliver({ service }: Rig, group: string, event: DeskEvent): Promise<void> {
  const consumer = service.consumers.find((candidate) => candidate.group === group)
  if (!consumer) throw new Error(`no consumer ${group}`)
  await consumer.handle({ event, attempt: 1 })
}

export interface StoredEvent {
  type: string
  company_id: number
  ordering_key: string
  body: Record<string, Record<string, unknown>>
}

export const outbox = ({ pg }: Rig, type?: string): Promise<StoredEvent[]> =>
  pg.sql<StoredEvent>(
    `SELECT type, company_id, ordering_key, body FROM tickets.outbox WHERE $1::text IS NULL OR type = $1 ORDER BY seq`,
    [type ?? null],
  )

export const clearOutbox = async ({ pg }: Rig): Promise<void> =>
  void (await pg.sql('DELETE FROM tickets.outbox'))

/** A ticket by the shortest way; returns its id. */
export async function ticket(
  rig: Rig,
  fields: {
    company?: CompanyId
    contactId?: number
    connectionId?: number
    status?: string
    userId?: number | null
    queueId?: number | null
    updatedAt?: Date
    createdAt?: Date
    unread?: number
  } = {},
): Promise<ReturnType<typeof ticketId>> {
  const {
    company = COMPANY,
    status = 'pending',
    userId: user = null,
    queueId: inQueue = null,
    unread = 0,
  } = fields
  const updatedAt = fields.updatedAt ?? rig.ports.clock.now()
  const contact = fields.contactId ?? (await contactRow(rig, `contact ${rig.ports.ids.token(3)}`, company))
  const [row] = await rig.pg.sql<{ id: number }>(
    `INSERT INTO tickets.tickets (uuid, company_id, contact_id, connection_id, status, user_id, queue_id, is_group, unread_messages, created_at, updated_at, closed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, false, $8, $9, $10, $11) RETURNING id`,
    [
      rig.ports.ids.next(),
      company,
      contact,
      fields.connectionId ?? 1,
      status,
      user,
      inQueue,
      unread,
      fields.createdAt ?? updatedAt,
      updatedAt,
      status === 'closed' ? updatedAt : null,
    ],
  )
  return ticketId(row?.id ?? 0)
}

let numbers = 5511900000000

export async function contactRow(
  rig: Rig,
  name: string,
  company: CompanyId = COMPANY,
  number = String((numbers += 1)),
): Promise<number> {
  return rig.ports.db.withTenant(company, async (tx) => {
    const now = rig.ports.clock.now()
    const contact = await rig.deps.contacts.insert(tx, company, {
      name,
      namedBy: 'person',
      number,
      email: '',
      pictureKey: '',
      isGroup: false,
      createdAt: now,
      updatedAt: now,
    })
    await rig.deps.contacts.claimIdentity(tx, company, contact.id, { kind: 'phone', value: number })
    return contact.id
  })
}

export { connectionId }

export interface Answer {
  status: number
  text: string
  body: Record<string, unknown>
}

/** Status and error code, for refusals. */
export const codeOf = ({ status, body }: Answer): unknown[] => [status, body['error']]

export type Call = (
  /** A session, or the text of an API key. */
  caller: Session | string | undefined,
  method: string,
  path: string,
  body?: unknown,
) => Promise<Answer>

/** Calls the service's routes over HTTP, through the platform's edge. */
export async function callsTo({ pg, service }: Rig): Promise<Call> {
  const edge = { ...defaultEdgeSettings(), rateLimits: createRateLimits(0) }
  const app = createHttpApp({ edge, trustedProxies: 0, allowedOrigins: [], isHttps: false }, (mount) => {
    if (service.http) mount.use(service.http)
  })
  const server = createServer(KEEPS_CONNECTIONS, app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  pg.onClose(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (caller, method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: {
        ...strictHandling,
        ...(caller && {
          authorization: `Bearer ${typeof caller === 'string' ? caller : fakeToken(caller)}`,
        }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    }
  }
}
