import type { EarlierMessagesPage, FoundMessages, MessagesPage } from '@balcao/contracts'
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
        '[]', string_to_array($3, ' ') || n::text, now(), now() FROM generate_series(1, $4::int) n`,
    [fields.company ?? COMPANY, id, name, size],
  )
  await desk.pg.sql('UPDATE tickets.tickets SET message_seq = $2 WHERE id = $1', [id, size])
  await desk.pg.sql(
    `INSERT INTO tickets.ticket_words (company_id, ticket_id, word, uses)
      SELECT company_id, ticket_id, word, count(*) FROM tickets.messages, unnest(words) AS w (word) WHERE ticket_id = $1 GROUP BY 1, 2, 3`,
    [id],
  )
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

describe('a search inside a conversation', () => {
  const search = (as: Session, id: number, words: string) =>
    call(as, 'GET', `/messages/${id}/search?${new URLSearchParams({ searchParam: words }).toString()}`)
  /* As ticket.seq, in the order of the answer. */
  const find = async (as: Session, id: number, words: string) => {
    const { messageIds, hasMore } = (await search(as, id, words)).body as unknown as FoundMessages
    const rows = await desk.pg.sql<{ id: string; place: string }>(
      "SELECT id, ticket_id || '.' || seq AS place FROM tickets.messages",
    )
    return { places: messageIds.map((found) => rows.find((row) => row.id === found)?.place), hasMore }
  }

  it('finds beginnings of words, without accents and case, in this ticket and those before it: newest first', async () => {
    const first = await past('nota fiscal', 2)
    const other = await past('boleto', 30)
    const own = await past('nota', 1, { status: 'open', userId: 1 })
    expect(await find(ana, own, 'NÓTA')).toEqual({
      places: [`${own}.1`, `${first}.2`, `${first}.1`],
      hasMore: false,
    })
    expect((await find(ana, own, 'not 2 fisc')).places).toEqual([`${first}.2`])
    expect((await find(ana, own, 'bole 3')).places).toEqual([`${other}.30`, `${other}.3`])
    expect((await find(ana, first, 'nota')).places).toEqual([`${first}.2`, `${first}.1`])
    expect((await find(ana, own, 'ota')).places).toEqual([])
    expect((await find(ana, own, ' ?! ')).places).toEqual([])
  })

  it('finds no deleted message', async () => {
    const own = await past('nota', 2, { status: 'open', userId: 1 })
    await desk.pg.sql('UPDATE tickets.messages SET deleted = true WHERE ticket_id = $1 AND seq = 2', [own])
    expect((await find(ana, own, 'nota')).places).toEqual([`${own}.1`])
  })

  it('answers the newest 200, and says that there are more', async () => {
    const own = await past('nota', 201, { status: 'open', userId: 1 })
    const { places, hasMore } = await find(ana, own, 'nota')
    expect([places.length, places[0], places.at(-1), hasMore]).toEqual([200, `${own}.201`, `${own}.2`, true])
  })

  it('finds nothing in tickets that the agent may not see, nor of another contact or company', async () => {
    const hidden = await past('nota', 1, { queueId: suporte })
    await past('nota', 1, { contactId: await contactRow(desk, 'Outra') })
    const theirs = await contactRow(desk, 'Estranha', FOREIGN)
    await past('nota', 1, { company: FOREIGN, contactId: theirs, queueId: null })
    const own = await past('agora', 1, { status: 'open', userId: 1 })
    expect((await find(ana, own, 'nota')).places).toEqual([])
    expect((await find(admin, own, 'nota')).places).toEqual([`${hidden}.1`])
    expect(codeOf(await search(ana, hidden, 'nota'))).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(codeOf(await search(stranger, own, 'agora'))).toEqual([404, 'ERR_NO_TICKET_FOUND'])
  })
})
