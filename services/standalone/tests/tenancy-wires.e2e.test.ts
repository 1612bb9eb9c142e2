import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import type { SocketAck } from '@balcao/contracts'
import { OutboundLane } from '@balcao/contracts/wire'
import { AppError, type RpcClients, type ServiceName } from '@balcao/kernel'
import { createRpcClients } from '@balcao/platform'
import { io, type Socket } from 'socket.io-client'
import { freePort, temporaryFolder } from '@balcao/testkit'

import { until, createWholeCompany, type WholeCompany } from './support/company'
import { spawnDesk, type SpawnedDesk } from './support/spawn-desk'

/* Tenancy of sockets and gRPC. One company acts, the other listens and guesses. */

interface Recorder {
  socket: Socket
  frames: { event: string; payload: unknown }[]
}

/** Called with the foreign company's id, or an unknown one. */
type IdOf = (of: (company: WholeCompany) => number) => number

const NOWHERE = 2_000_000_000

let dataDir: string
let desk: SpawnedDesk
let aurora: WholeCompany
let boreal: WholeCompany
let rpc: RpcClients & { close(): void }

function record(company: WholeCompany): Promise<Recorder> {
  const socket = io(desk.url, {
    query: { token: company.token },
    transports: ['websocket'],
    reconnection: false,
  })
  const frames: Recorder['frames'] = []
  socket.onAny((event: string, payload: unknown) => frames.push({ event, payload }))
  return new Promise((resolve, reject) => {
    socket.once('ready', () => resolve({ socket, frames }))
    socket.once('connect_error', reject)
  })
}

const ask = (socket: Socket, event: string, ...args: unknown[]): Promise<SocketAck> =>
  socket.timeout(60_000).emitWithAck(event, ...args) as Promise<SocketAck>

beforeAll(async () => {
  dataDir = await temporaryFolder('wires')
  desk = await spawnDesk({ dataDir, port: await freePort(), env: { DEMO: 'off', LOG_LEVEL: 'error' } })
  aurora = await createWholeCompany(desk.url, 'Aurora', '5511977770001')
  boreal = await createWholeCompany(desk.url, 'Boreal', '5511977770001')
  const addresses = JSON.parse(await readFile(path.join(dataDir, 'run/addresses.json'), 'utf8')) as Partial<
    Record<ServiceName, string>
  >
  rpc = createRpcClients(addresses, { deadlineMs: 60_000 })
})

afterAll(async () => {
  rpc.close()
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a company that acts', () => {
  it('reaches users of the company and no user of another', async () => {
    const own = await record(aurora)
    const theirs = await record(boreal)
    theirs.frames.length = 0
    const { call, ticket, queue, tag, connection } = aurora
    await call('post', `/messages/${ticket.id}`, { body: 'só para os meus' })
    await call('post', '/simulator/inbound', {
      messages: [{ connection: connection.id, number: '5511977770001', body: 'de volta' }],
    })
    await call('post', '/tags/sync', { ticketId: ticket.id, tags: [{ id: tag.id }] })
    await call('put', `/queue/${queue.id}`, { name: 'Fila nova', color: '#123456' })
    await call('put', `/whatsapp/${connection.id}`, { name: 'Zap novo', isDefault: true })
    await call('post', `/tickets/${ticket.id}/read`)
    await call('put', '/settings/userRating', { value: 'enabled' })
    await call('put', `/tickets/${ticket.id}`, { status: 'closed', userId: aurora.userId })
    await call('put', `/tickets/${ticket.id}`, { status: 'open', userId: aurora.userId })
    const heard = (name: string) => own.frames.some(({ event }) => event === `company-${aurora.id}-${name}`)
    await until(
      async () => (['appMessage', 'ticket', 'queue', 'whatsapp', 'settings'].every(heard) ? true : undefined),
      'the own events',
    )
    const closed = await until(
      async () =>
        own.frames.filter(({ event }) => event === `company-${aurora.id}-ticket`).length >= 4 || undefined,
      'the ticket events',
    )
    expect(closed).toBe(true)
    // The other company's listener may only receive late ticks and presence of its own.
    expect(theirs.frames.filter(({ event }) => !event.startsWith(`company-${boreal.id}-`))).toEqual([])
    expect(JSON.stringify(theirs.frames)).not.toMatch(/Aurora|só para os meus|de volta|Fila nova|Zap novo/)
    own.socket.close()
    theirs.socket.close()
  })
})

describe('a socket that guesses', () => {
  it('is told of a foreign ticket what it is told of one that does not exist', async () => {
    const { socket } = await record(aurora)
    const unknown = await ask(socket, 'joinChatBox', NOWHERE)
    expect(await ask(socket, 'joinChatBox', boreal.ticket.id)).toEqual(unknown)
    expect(unknown).toEqual({ ok: false, error: 'ERR_NO_TICKET_FOUND' })
    expect(await ask(socket, 'joinChatBox', aurora.ticket.id)).toEqual({ ok: true })
    socket.close()
  })

  it('joins no room by its name', async () => {
    const spy = await record(aurora)
    spy.frames.length = 0
    for (const room of [
      `company:${boreal.id}`,
      `company:${boreal.id}:admins`,
      `company-${boreal.id}-ticket`,
      `ticket:${boreal.ticket.id}`,
    ]) {
      await ask(spy.socket, 'joinChatBox', room)
      await ask(spy.socket, 'joinTickets', room)
      spy.socket.emit('join', room)
      spy.socket.emit(`company-${boreal.id}-ticket`, { action: 'delete', ticketId: boreal.ticket.id })
    }
    const ear = await record(boreal)
    await boreal.call('post', `/messages/${boreal.ticket.id}`, { body: 'ninguém mais ouve' })
    await until(async () => ear.frames.length > 0 || undefined, 'the own event')
    expect(spy.frames.filter(({ event }) => !event.startsWith(`company-${aurora.id}-`))).toEqual([])
    expect(JSON.stringify(spy.frames)).not.toContain('ninguém mais ouve')
    spy.socket.close()
    ear.socket.close()
  })

  it.each(['', 'garbage', 'eyJhbGciOiJub25lIn0.e30.'])('is not let in with the token %j', async (token) => {
    const socket = io(desk.url, { query: { token }, transports: ['websocket'], reconnection: false })
    const outcome = await new Promise((resolve) => {
      socket.once('connect_error', () => resolve('refused'))
      socket.once('disconnect', () => resolve('refused'))
      socket.once('ready', () => resolve('let in'))
    })
    expect(outcome).toBe('refused')
    socket.close()
  })
})

describe('every gRPC method', () => {
  const outcome = async (call: () => Promise<unknown>) => {
    try {
      return await call()
    } catch (error) {
      if (error instanceof AppError) return error.code
      throw error
    }
  }
  const send = (fields: object) => ({
    companyId: aurora.id,
    clientKey: 'tenancy',
    connectionId: 0,
    contactId: 0,
    number: '',
    body: 'x',
    medias: [],
    lane: OutboundLane.OUTBOUND_LANE_AGENT,
    closeTicket: false,
    senderName: '',
    ...fields,
  })

  it.each([
    [
      'tickets.canViewTicket by ticket',
      (id: IdOf) => () =>
        rpc.tickets.canViewTicket({
          companyId: aurora.id,
          userId: aurora.userId,
          ticketId: id((it) => it.ticket.id),
        }),
    ],
    [
      'tickets.canViewTicket by user',
      (id: IdOf) => () =>
        rpc.tickets.canViewTicket({
          companyId: aurora.id,
          userId: id((it) => it.userId),
          ticketId: aurora.ticket.id,
        }),
    ],
    [
      'tickets.openTicketForContact by contact',
      (id: IdOf) => () =>
        rpc.tickets.openTicketForContact({
          companyId: aurora.id,
          connectionId: 0,
          contactId: id((it) => it.ticket.contactId),
        }),
    ],
    [
      'tickets.openTicketForContact by connection',
      (id: IdOf) => () =>
        rpc.tickets.openTicketForContact({
          companyId: aurora.id,
          connectionId: id((it) => it.connection.id),
          contactId: aurora.ticket.contactId,
        }),
    ],
    [
      'tickets.sendToContact by contact',
      (id: IdOf) => () => rpc.tickets.sendToContact(send({ contactId: id((it) => it.ticket.contactId) })),
    ],
    [
      'tickets.sendToContact by connection',
      (id: IdOf) => () =>
        rpc.tickets.sendToContact(
          send({ contactId: aurora.ticket.contactId, connectionId: id((it) => it.connection.id) }),
        ),
    ],
    [
      'tickets.sendToContact by queue',
      (id: IdOf) => () =>
        rpc.tickets.sendToContact(
          send({ contactId: aurora.ticket.contactId, queueId: id((it) => it.queue.id) }),
        ),
    ],
    [
      'tickets.getContacts',
      (id: IdOf) => () =>
        rpc.tickets.getContacts({ companyId: aurora.id, ids: [id((it) => it.ticket.contactId)] }),
    ],
    [
      'tickets.listTaggedContacts',
      (id: IdOf) => () =>
        rpc.tickets.listTaggedContacts({ companyId: aurora.id, tagId: id((it) => it.tag.id), afterId: 0 }),
    ],
    [
      'tickets.getQueues',
      (id: IdOf) => () => rpc.tickets.getQueues({ companyId: aurora.id, ids: [id((it) => it.queue.id)] }),
    ],
    [
      'tickets.hasPrompt',
      (id: IdOf) => () => rpc.tickets.hasPrompt({ companyId: aurora.id, promptId: id((it) => it.prompt.id) }),
    ],
    [
      'tickets.hasTag',
      (id: IdOf) => () => rpc.tickets.hasTag({ companyId: aurora.id, tagId: id((it) => it.tag.id) }),
    ],
    [
      'auth.getUsers',
      (id: IdOf) => () => rpc.auth.getUsers({ companyId: aurora.id, ids: [id((it) => it.userId)] }),
    ],
    [
      'messaging.checkNumber by connection',
      (id: IdOf) => () =>
        rpc.messaging.checkNumber({
          companyId: aurora.id,
          connectionId: id((it) => it.connection.id),
          number: '5511977770001',
        }),
    ],
    [
      'messaging.fetchPicture by connection',
      (id: IdOf) => () =>
        rpc.messaging.fetchPicture({
          companyId: aurora.id,
          connectionId: id((it) => it.connection.id),
          number: '5511977770001',
        }),
    ],
    [
      'messaging.getGroup by connection',
      (id: IdOf) => () =>
        rpc.messaging.getGroup({
          companyId: aurora.id,
          connectionId: id((it) => it.connection.id),
          remoteJid: '120363000000000000@g.us',
        }),
    ],
    [
      'messaging.fillTemplate by connection',
      (id: IdOf) => () =>
        rpc.messaging.fillTemplate({
          companyId: aurora.id,
          connectionId: id((it) => it.connection.id),
          name: 'pedido_saiu',
          language: 'pt_BR',
          header: [],
          body: [],
          buttons: [],
          fileLater: false,
        }),
    ],
    [
      'messaging.listAddressBook by connection',
      (id: IdOf) => () =>
        rpc.messaging.listAddressBook({
          companyId: aurora.id,
          connectionId: id((it) => it.connection.id),
        }),
    ],
  ] as const)('%s answers a foreign id as an unknown one', async (_name, attempt) => {
    const unknown = await outcome(attempt(() => NOWHERE))
    const foreign = await outcome(attempt((of) => of(boreal)))
    expect(foreign).toEqual(unknown)
    expect(JSON.stringify(foreign)).not.toContain('Boreal')
  })
})
