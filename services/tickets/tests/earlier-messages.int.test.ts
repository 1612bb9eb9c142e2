import type { EarlierMessagesPage, MessagesPage } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import {
  callsTo,
  codeOf,
  COMPANY,
  contactRow,
  FOREIGN,
  person,
  queue,
  rig,
  ticket,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let ana: Session
let admin: Session
let stranger: Session
let vendas: number
let suporte: number
let contact: number

/* A closed ticket with so many messages, `<name> 1` and so on. */
async function past(name: string, size: number, fields: Parameters<typeof ticket>[1] = {}): Promise<number> {
  const id = await ticket(desk, { contactId: contact, status: 'closed', queueId: vendas, ...fields })
  await desk.pg.sql(
    `INSERT INTO tickets.messages (id, company_id, ticket_id, seq, connection_id, remote_jid, participant, from_me, source, kind,
        preview, ack, failure, read, deleted, edited, marks, media_state, reactions, words, created_at, updated_at)
      SELECT gen_random_uuid(), $1, $2, n, 1, '', '', n % 2 = 0, 'customer', 'chat', $3 || ' ' || n, 0, '', true, false, false, '{}', '',
        '[]', '{}', now(), now() FROM generate_series(1, $4::int) n`,
    [fields.company ?? COMPANY, id, name, size],
  )
  await desk.pg.sql('UPDATE tickets.tickets SET message_seq = $2 WHERE id = $1', [id, size])
  return id
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  suporte = await queue(desk, 'Suporte')
  ana = await person(desk, { id: 1, queueIds: [vendas] })
  admin = await person(desk, { id: 2, profile: 'admin' })
  stranger = await person(desk, { id: 3, profile: 'admin', company: FOREIGN })
})

beforeEach(async () => {
  await desk.pg.empty('tickets.contacts')
  contact = await contactRow(desk, 'Joana')
})

const readTicket = async (as: Session, id: number) =>
  (await call(as, 'GET', `/messages/${id}`)).body as unknown as MessagesPage
const readEarlier = async (as: Session, id: number, query = '') =>
  (await call(as, 'GET', `/messages/${id}/earlier${query}`)).body as unknown as EarlierMessagesPage
const places = ({ messages }: EarlierMessagesPage) =>
  messages.map(({ ticketId, seq }) => `${ticketId}.${seq}`)

describe('the messages before a ticket', () => {
  it('are those of the contact’s earlier tickets, with these tickets, and go on by key', async () => {
    const first = await past('primeiro', 15)
    const second = await past('segundo', 10, { userId: 1 })
    const own = await past('agora', 2, { status: 'open', userId: 1 })
    await past('depois', 3, { connectionId: 2 })
    const newest = await readEarlier(ana, own)
    expect(places(newest)).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `${first}.${index + 6}`),
      ...Array.from({ length: 10 }, (_, index) => `${second}.${index + 1}`),
    ])
    expect(newest.hasMore).toBe(true)
    expect(newest.tickets).toMatchObject([
      { id: second, queue: { name: 'Vendas' }, user: { name: 'user 1' }, status: 'closed' },
      { id: first, user: null },
    ])
    const older = await readEarlier(ana, own, `?beforeTicketId=${first}&before=6`)
    expect(places(older)).toEqual(Array.from({ length: 5 }, (_, index) => `${first}.${index + 1}`))
    expect([older.hasMore, older.tickets.map(({ id }) => id)]).toEqual([false, [first]])
  })

  it('are told of by the ticket, whose own pages stay as they are', async () => {
    const own = await past('agora', 21, { status: 'open', userId: 1 })
    expect(await readTicket(ana, own)).toMatchObject({ hasMore: true, hasEarlier: false, count: 21 })
    const next = await past('mais tarde', 1, { status: 'pending', connectionId: 2 })
    expect(await readTicket(ana, next)).toMatchObject({ hasMore: false, hasEarlier: true, count: 1 })
    expect((await readTicket(ana, next)).messages).toHaveLength(1)
  })

  it('are without tickets that the agent may not see, which are not counted either', async () => {
    const visible = await past('vendas', 1)
    const hidden = await past('suporte', 5, { queueId: suporte })
    const unqueued = await past('sem fila', 1, { queueId: null })
    const own = await past('agora', 1, { status: 'open', userId: 1 })
    expect(places(await readEarlier(ana, own))).toEqual([`${visible}.1`])
    expect((await readEarlier(ana, own)).hasMore).toBe(false)
    expect((await readEarlier(admin, own)).tickets.map(({ id }) => id)).toEqual([unqueued, hidden, visible])
    await desk.pg.sql('UPDATE tickets.tickets SET queue_id = $2 WHERE id = $1', [visible, suporte])
    expect(await readTicket(ana, own)).toMatchObject({ hasEarlier: false })
    expect(await readEarlier(ana, own)).toEqual({ messages: [], tickets: [], hasMore: false })
  })

  it('are of that contact and company alone', async () => {
    const other = await contactRow(desk, 'Outra')
    await past('de outra', 2, { contactId: other })
    const theirs = await contactRow(desk, 'Estranha', FOREIGN)
    await past('de lá', 2, { company: FOREIGN, contactId: theirs, queueId: null })
    const own = await past('agora', 1, { status: 'open', userId: 1 })
    expect(await readEarlier(admin, own)).toMatchObject({ messages: [] })
    expect(codeOf(await call(stranger, 'GET', `/messages/${own}/earlier`))).toEqual([
      404,
      'ERR_NO_TICKET_FOUND',
    ])
  })

  it('go on where a ticket was deleted meanwhile', async () => {
    const first = await past('primeiro', 3)
    const gone = await past('apagado', 30)
    const own = await past('agora', 1, { status: 'open', userId: 1 })
    await desk.pg.sql('DELETE FROM tickets.tickets WHERE id = $1', [gone])
    expect(places(await readEarlier(ana, own, `?beforeTicketId=${gone}&before=11`))).toEqual(
      [1, 2, 3].map((seq) => `${first}.${seq}`),
    )
  })
})
