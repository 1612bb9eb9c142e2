import { messageId, queueId, type TicketId, type TicketLogView } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import { changeTicket, readTicketSnapshot, type Ticket } from '../src/features/tickets'
import type { TicketPatch } from '../src/features/tickets/ticket-patch'
import { updateTicket } from '../src/features/tickets/update-ticket'
import {
  callsTo,
  clearOutbox,
  COMPANY,
  connection,
  contactRow,
  deliver,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
  rig,
  ticket,
  type Rig,
} from './support'

let desk: Rig
let id: TicketId

beforeEach(async () => {
  desk = await rig()
  await connection(desk, 1)
  id = await ticket(desk, { contactId: await contactRow(desk, 'Joana', COMPANY, '5511955550101') })
  await clearOutbox(desk)
})
afterEach(() => desk.pg.close())

async function lock(tx: Tx, ticketId = id, company = COMPANY): Promise<Ticket> {
  const locked = await desk.deps.tickets.lock(tx, company, ticketId)
  if (!locked) throw new Error('no such ticket')
  return locked
}

/* A decision that says something to the customer, whatever else it does. */
const answer = (body: string) => ({
  kind: 'add-messages' as const,
  messages: [
    {
      id: messageId(desk.ports.ids.next()),
      preview: 'ligação',
      kind: 'call_log',
      fromMe: false,
      ack: 0,
      userId: undefined,
      createdAt: desk.ports.clock.now(),
    },
  ],
  answers: [{ body }],
})

const messages = () =>
  desk.pg.sql<{ id: string; preview: string; source: string; body: { body: string } | null }>(
    `SELECT m.id, m.preview, m.source, d.body FROM tickets.messages m
     LEFT JOIN tickets.message_documents d ON d.company_id = m.company_id AND d.id = m.id ORDER BY m.seq`,
  )
const types = async () => (await outbox(desk)).map(({ type }) => type)

describe('a decision that says something to the customer', () => {
  it('stores it, shows it and asks the gateway to send it', async () => {
    const { ticket: after } = await desk.deps.db.withTenant(COMPANY, async (tx) =>
      changeTicket(desk.deps, tx, await lock(tx), { command: answer('Já te ligamos') }),
    )
    const [said, ...more] = await messages()
    expect(more).toEqual([])
    expect(said).toMatchObject({
      preview: 'Já te ligamos',
      source: 'service',
      body: { body: 'Já te ligamos' },
    })
    expect(await types()).toEqual(['ticketChanged', 'messageAppended', 'outboundRequested'])
    const [request] = await outbox(desk, 'outboundRequested')
    expect(request).toMatchObject({
      company_id: COMPANY,
      ordering_key: 'connection:1',
      body: { outboundRequested: { messageId: said?.id, number: '5511955550101', body: 'Já te ligamos' } },
    })
    const stored = await desk.deps.db.withTenant(COMPANY, (tx) => lock(tx))
    expect(after).toEqual(stored)
    expect(stored.lastMessage).toMatchObject({ id: said?.id, fromMe: true })
  })

  it('says nothing when its transaction fails', async () => {
    const failing = desk.deps.db.withTenant(COMPANY, async (tx) => {
      await changeTicket(desk.deps, tx, await lock(tx), { command: answer('Já te ligamos') })
      throw new Error('a later step failed')
    })
    await expect(failing).rejects.toThrow('a later step failed')
    expect(await messages()).toEqual([])
    expect(await types()).toEqual([])
    expect((await desk.deps.db.withTenant(COMPANY, (tx) => lock(tx))).version).toBe(1)
  })

  it('says the same words to two tickets in one transaction as two messages', async () => {
    const other = await ticket(desk, { contactId: await contactRow(desk, 'Rui') })
    await desk.deps.db.withTenant(COMPANY, async (tx) => {
      await changeTicket(desk.deps, tx, await lock(tx), { command: answer('Um momento') })
      await changeTicket(desk.deps, tx, await lock(tx, other), { command: answer('Um momento') })
    })
    const said = await messages()
    expect(said.map(({ body }) => body?.body)).toEqual(['Um momento', 'Um momento'])
    expect(new Set(said.map((message) => message.id)).size).toBe(2)
  })
})

describe('a ticket', () => {
  it('is not written over a version that was not locked', async () => {
    const stale = await desk.deps.db.withTenant(COMPANY, async (tx) => lock(tx))
    const clear = (tx: Tx, seen: Ticket) =>
      changeTicket(
        desk.deps,
        tx,
        { ...seen, unreadMessages: 3 },
        { command: { kind: 'clear-unread', messages: 0 } },
      )
    await desk.deps.db.withTenant(COMPANY, (tx) => clear(tx, stale))
    await expect(desk.deps.db.withTenant(COMPANY, (tx) => clear(tx, stale))).rejects.toMatchObject({
      code: 'ERR_INTERNAL',
    })
  })

  it('of another company is not found', async () => {
    await expect(
      desk.deps.db.withTenant(FOREIGN, (tx) =>
        desk.deps.tickets.lockMany(tx, FOREIGN, [id]).then((found) => found.length),
      ),
    ).resolves.toBe(0)
  })
})

describe('the snapshot of a change, made from the one before it', () => {
  it('is what the rows say afterwards', async () => {
    const [vendas, suporte] = [await queue(desk, 'Vendas'), await queue(desk, 'Suporte')]
    const queueIds = [queueId(vendas), queueId(suporte)]
    const ana = await person(desk, { id: 3, name: 'Ana', queueIds, allTicket: true })
    await person(desk, { id: 4, name: 'Bruno', queueIds })
    const patches: TicketPatch[] = [
      { status: 'open', userId: 3 },
      { queueId: vendas },
      { status: 'pending', userId: null },
      { status: 'open', userId: 3, queueId: suporte },
      { status: 'open', userId: 4 },
      { status: 'closed' },
      { status: 'open', userId: 3, queueId: null },
    ]
    for (const patch of patches) {
      const told = await updateTicket(desk.deps, ana, id, patch)
      const stored = await desk.deps.db.withTenant(COMPANY, (tx) =>
        readTicketSnapshot(desk.deps, tx, COMPANY, id),
      )
      expect({ patch, ticket: told }).toEqual({ patch, ticket: stored })
    }
  })
})

describe('the log of a ticket', () => {
  it('names who did what, newest first, in pages, to those who see the ticket', async () => {
    const [sales, support] = [await queue(desk, 'Vendas'), await queue(desk, 'Suporte')]
    const ana = await person(desk, { id: 3, name: 'Ana', profile: 'admin' })
    const bruno = await person(desk, { id: 4, name: 'Bruno', queueIds: [sales] })
    const call = await callsTo(desk)
    const joana = await contactRow(desk, 'Joana Prado')
    const made = await call(ana, 'POST', '/tickets', { contactId: joana, queueId: sales })
    const ticketId = Number(made.body.id)
    const put = (session: typeof ana, body: object) => call(session, 'PUT', `/tickets/${ticketId}`, body)
    await put(ana, { userId: 4, queueId: sales })
    await put(bruno, { status: 'pending', userId: null })
    await put(ana, { status: 'pending', queueId: support })
    await put(ana, { status: 'closed' })
    const read = async (before = '') => {
      const { body } = await call(ana, 'GET', `/tickets/${ticketId}/log${before}`)
      return body as unknown as { entries: TicketLogView[]; hasMore: boolean }
    }
    const { entries, hasMore } = await read()
    expect(hasMore).toBe(false)
    expect(
      entries.map(({ action, user, from, to }) => [
        action,
        user?.name,
        from?.user?.name,
        to.user?.name,
        to.queue?.name,
      ]),
    ).toEqual([
      ['resolved', 'Ana', undefined, 'Ana', 'Suporte'],
      ['transferred', 'Ana', undefined, undefined, 'Suporte'],
      ['returned', 'Bruno', 'Bruno', undefined, 'Vendas'],
      ['transferred', 'Ana', 'Ana', 'Bruno', 'Vendas'],
      ['created', 'Ana', undefined, 'Ana', 'Vendas'],
    ])
    expect((await read(`?before=${entries[2]!.id}`)).entries).toEqual(entries.slice(3))
    expect((await call(bruno, 'GET', `/tickets/${ticketId}/log`)).status).toBe(403)
    const eve = await person(desk, { id: 5, company: FOREIGN, profile: 'admin' })
    expect((await call(eve, 'GET', `/tickets/${ticketId}/log`)).status).toBe(404)
  })

  it('has what happened by itself without a name, and goes with the contact', async () => {
    const call = await callsTo(desk)
    const ana = await person(desk, { id: 3, name: 'Ana', profile: 'admin' })
    await deliver(desk, 'tickets.inbound', received(desk, { number: '5511955550177' }))
    const [made] = await desk.pg.sql<{ id: number; contact_id: number }>(
      'SELECT id, contact_id FROM tickets.tickets ORDER BY id DESC LIMIT 1',
    )
    await call(ana, 'PUT', `/tickets/${made!.id}`, { status: 'closed', justClose: true })
    await deliver(desk, 'tickets.inbound', received(desk, { number: '5511955550177' }))
    const log = () =>
      desk.pg.sql('SELECT action, user_id FROM tickets.ticket_log WHERE ticket_id = $1 ORDER BY id', [
        made!.id,
      ])
    expect(await log()).toEqual([
      { action: 'created', user_id: null },
      { action: 'resolved', user_id: 3 },
      { action: 'reopenedByCustomer', user_id: null },
    ])
    expect((await call(ana, 'DELETE', `/contacts/${made!.contact_id}`)).status).toBe(200)
    expect(await log()).toEqual([])
  })

  it('is not written when the change fails', async () => {
    const failing = desk.deps.db.withTenant(COMPANY, async (tx) => {
      await changeTicket(desk.deps, tx, await lock(tx), { command: { kind: 'resolve', agent: null } })
      throw new Error('a later step failed')
    })
    await expect(failing).rejects.toThrow('a later step failed')
    expect(await desk.pg.sql('SELECT id FROM tickets.ticket_log')).toEqual([])
  })
})

describe('contacts that turn out to be one person', () => {
  it('take along their tickets, closed ones too, each with its next version and told', async () => {
    const lid = { number: '', lid: '99887766' }
    const hello = received(desk, { contact: { ...lid, name: 'Joana' }, remoteJid: '99887766@lid' })
    await deliver(desk, 'tickets.inbound', hello)
    const [made] = await desk.pg.sql<{ id: number; contact_id: number }>(
      'SELECT id, contact_id FROM tickets.tickets ORDER BY id DESC LIMIT 1',
    )
    if (!made) throw new Error('no ticket')
    const old = await ticket(desk, { contactId: made.contact_id, status: 'closed' })
    await clearOutbox(desk)
    const both = { number: '5511955550101', lid: '99887766', name: 'Joana' }
    await deliver(desk, 'tickets.inbound', received(desk, { contact: both }))
    const rows = await desk.pg.sql<{ id: number; version: number; status: string; contacts: number }>(
      `SELECT id, version, status, (SELECT count(DISTINCT contact_id)::int FROM tickets.tickets) AS contacts
       FROM tickets.tickets WHERE id = ANY ($1) ORDER BY id`,
      [[made.id, old]],
    )
    expect(rows).toEqual([
      { id: made.id, version: 3, status: 'closed', contacts: 1 },
      { id: old, version: 2, status: 'closed', contacts: 1 },
    ])
    const told = (await outbox(desk, 'ticketChanged')).map(({ ordering_key: key }) => key)
    expect(told.toSorted()).toEqual([`ticket:${made.id}`, `ticket:${old}`].toSorted())
  })
})
