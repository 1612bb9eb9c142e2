import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { companyId, type CompanyId, type ViewerEvent } from '@balcao/contracts'
import {
  ContactSnapshot,
  deskEvent,
  MessageSnapshot,
  orderingKeys,
  TicketSnapshot,
  UserSnapshot,
  type DeskEvent,
  type DeskEventCase,
  type EventKey,
  type EventValue,
} from '@balcao/contracts/wire'
import type { Service, Session } from '@balcao/kernel'
import {
  KEEPS_CONNECTIONS,
  testPorts,
  fakeToken,
  type PartialRpc,
  type TestDatabase,
  type TestPorts,
} from '@balcao/testkit'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'

import type { EventTopic } from '../src/features/webhooks/event-topic.port'
import { createRealtimeService } from '../src/service'

export const buildContact = (company: CompanyId, over: Partial<ContactSnapshot> = {}): ContactSnapshot =>
  ContactSnapshot.fromPartial({
    id: 5,
    companyId: company,
    name: 'Carla',
    number: '5511999990000',
    pictureKey: 'companies/x/p.jpg',
    ...over,
  })

export const buildTicket = (company: CompanyId, over: Partial<TicketSnapshot> = {}): TicketSnapshot =>
  TicketSnapshot.fromPartial({
    id: 99,
    uuid: 'u-99',
    companyId: company,
    status: 'open',
    contact: buildContact(company),
    version: 1,
    ...over,
  })

export const buildMessage = (company: CompanyId, over: Partial<MessageSnapshot> = {}): MessageSnapshot =>
  MessageSnapshot.fromPartial({
    id: 'm-1',
    ticketId: 99,
    companyId: company,
    contactId: 5,
    seq: 1,
    body: 'oi',
    kind: 'chat',
    ...over,
  })

export const buildUser = (session: Session, over: Partial<UserSnapshot> = {}): UserSnapshot =>
  UserSnapshot.fromPartial({
    id: session.userId,
    companyId: session.companyId,
    name: session.name,
    email: `user${session.userId}@example.test`,
    profile: session.profile,
    super: session.super,
    active: true,
    allTicket: session.allTicket,
    queueIds: [...session.queueIds],
    tokenVersion: session.tokenVersion,
    ...over,
  })

export const queueRef = (id: number) => ({ id, name: `Queue ${id}`, color: '#112233' })
export const userRef = (id: number) => ({ id, name: `User ${id}` })

export interface Heard {
  name: string
  payload: { seq: number; action?: string } & Record<string, unknown>
}

export interface Client {
  socket: Socket
  /** Everything with a seq, in the order of arrival; `ready` is not among it. */
  heard: Heard[]
  /** What it was told of other viewers of its tickets. */
  viewed: ViewerEvent[]
  ready: { seq: number }[]
  disconnected: string[]
  ask(event: string, ...args: unknown[]): Promise<unknown>
}

export interface Desk {
  service: Service
  ports: TestPorts
  server: Server
  url: string
  publish<C extends DeskEventCase>(
    company: CompanyId,
    name: C,
    value: EventValue<C>,
    key?: EventKey,
  ): Promise<DeskEvent>
  connect(session: Session, options?: Partial<ManagerOptions & SocketOptions>): Promise<Client>
  open(options: Partial<ManagerOptions & SocketOptions>): Socket
  runJob(name: string): Promise<void>
  close(): Promise<void>
}

/** The service on a real port; `publish` does what the relay does. */
export async function openDesk(
  pg: TestDatabase,
  rpc: PartialRpc = {},
  integrationOrigins: string[] = [],
  topic?: EventTopic,
): Promise<Desk> {
  const auth = { getUserRecord: () => Promise.resolve({ record: undefined }), ...rpc.auth }
  const ports = testPorts(pg, 'realtime', { rpc: { ...rpc, auth } })
  const service = createRealtimeService(
    {
      allowedOrigins: ['https://desk.example.com'],
      publicOrigin: 'https://desk.example.com',
      sealKey: 'a seal key for tests, long enough',
      integrationOrigins,
    },
    ports,
    topic,
  )
  const server = createServer(KEEPS_CONNECTIONS, (_request, response) => response.writeHead(404).end())
  const running = service.attach?.(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sockets: Socket[] = []

  const open: Desk['open'] = (options) => {
    const socket = io(url, { forceNew: true, reconnection: false, transports: ['websocket'], ...options })
    sockets.push(socket)
    return socket
  }
  return {
    service,
    ports,
    server,
    url,
    open,
    publish: async (company, name, value, key = orderingKeys.ticket(company, 99)) => {
      const event = deskEvent(ports, key, name, value) as unknown as DeskEvent
      await handle(service, event)
      return event
    },
    connect: (session, options) => connected(open({ auth: { token: fakeToken(session) }, ...options })),
    runJob: async (name) => {
      const job = service.jobs.find((candidate) => candidate.name === name)
      if (!job) throw new Error(`no job ${name}`)
      await job.run(new AbortController().signal)
    },
    close: async () => {
      for (const socket of sockets) socket.disconnect()
      await running?.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function handle(service: Service, event: DeskEvent): Promise<void> {
  for (const { cases, handle: handler } of service.consumers) {
    if (cases.includes(event.body.$case)) await handler({ event, attempt: 1 })
  }
}

export async function connected(socket: Socket): Promise<Client> {
  const client: Client = {
    socket,
    heard: [],
    viewed: [],
    ready: [],
    disconnected: [],
    ask: (event, ...args) => socket.timeout(60_000).emitWithAck(event, ...args) as Promise<unknown>,
  }
  socket.onAny((name: string, payload: Heard['payload'] & ViewerEvent) => {
    if (name === 'ready') client.ready.push(payload)
    else if (name.endsWith('-ticketViewer')) client.viewed.push(payload)
    else client.heard.push({ name, payload })
  })
  socket.on('disconnect', (reason) => client.disconnected.push(reason))
  await new Promise<void>((resolve, reject) => {
    socket.once('ready', () => resolve())
    socket.once('connect_error', reject)
  })
  return client
}

export const A: CompanyId = companyId(1)
export const B: CompanyId = companyId(2)
