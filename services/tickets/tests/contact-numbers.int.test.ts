import { OutboundLane, SendToContactRequest } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import { sendToContact } from '../src/features/messages'
import {
  callsTo,
  clearOutbox,
  codeOf,
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
  rig,
  ticket,
  type Call,
  type Rig,
} from './support'

const [FORMER, NEXT] = ['5511955550101', '5511987650202']
const LID = '99887766'

let desk: Rig
let call: Call
let vendas: number
let suporte: number
let ana: Session
let admin: Session
let stranger: Session
let contact: number
/** Waits in Vendas. */
let waiting: number

const rows = (sql: string, values: unknown[] = []) => desk.pg.sql<Record<string, unknown>>(sql, values)
const writes = (fields: Parameters<typeof received>[1] = {}) =>
  deliver(desk, INBOUND_GROUP, received(desk, { number: FORMER, ...fields }))
const renumber = (as: Session, number = NEXT) => call(as, 'PUT', `/contacts/${contact}`, { number })
const logged = (action: string) =>
  rows('SELECT ticket_id, user_id FROM tickets.ticket_log WHERE action = $1 ORDER BY ticket_id', [action])
const numberOf = async (id = contact) =>
  (await rows('SELECT number FROM tickets.contacts WHERE id = $1', [id]))[0]?.['number']

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  suporte = await queue(desk, 'Suporte')
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  await person(desk, { id: 3, name: 'Bruno', queueIds: [suporte] })
  admin = await person(desk, { id: 4, name: 'Admin', profile: 'admin' })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
  await connection(desk, 2)
})

beforeEach(async () => {
  await desk.pg.empty(
    'tickets.contacts',
    'tickets.message_documents',
    'tickets.inbox',
    'tickets.contact_sends',
  )
  await writes({ contact: { number: FORMER, lid: LID, name: 'Joana' } })
  const [row] = await rows('SELECT id, contact_id FROM tickets.tickets')
  ;[contact, waiting] = [Number(row?.['contact_id']), Number(row?.['id'])]
  await rows('UPDATE tickets.tickets SET queue_id = $1', [vendas])
  await clearOutbox(desk)
})

describe('the number of a contact', () => {
  it.each([
    ['waits', 'pending', null],
    ['is open', 'open', 3],
  ])('stays while a ticket %s in a queue that the user does not see', async (_name, status, userId) => {
    await ticket(desk, { contactId: contact, connectionId: 2, status, userId, queueId: suporte })
    expect(codeOf(await renumber(ana))).toEqual([403, 'ERR_CONTACT_SERVED_ELSEWHERE'])
    expect([await numberOf(), await logged('numberChanged'), await outbox(desk)]).toEqual([FORMER, [], []])
    // The rest of the contact is the whole company's.
    const named = await call(ana, 'PUT', `/contacts/${contact}`, { name: 'Joana Prado', number: FORMER })
    expect(named.body).toMatchObject({ name: 'Joana Prado', number: FORMER })
    expect((await renumber(admin)).body).toMatchObject({ number: NEXT })
  })

  it('is another company’s for nobody', async () => {
    expect(codeOf(await renumber(stranger))).toEqual([404, 'ERR_NO_CONTACT_FOUND'])
    expect(await numberOf()).toBe(FORMER)
  })

  it('is changed by who sees its unclosed tickets, and each of its tickets says so', async () => {
    const closed = await ticket(desk, { contactId: contact, status: 'closed', queueId: suporte })
    expect((await renumber(ana)).body).toMatchObject({ number: NEXT })
    expect(await logged('numberChanged')).toEqual([
      { ticket_id: waiting, user_id: ana.userId },
      { ticket_id: closed, user_id: ana.userId },
    ])
    const told = await outbox(desk, 'ticketChanged')
    expect(told.map(({ body }) => body['ticketChanged'])).toMatchObject([
      { ticket: { id: waiting, contact: { number: NEXT } }, by: { id: ana.userId, name: 'Ana' } },
      { ticket: { id: closed } },
    ])
    expect(await outbox(desk, 'contactChanged')).toHaveLength(1)
    // The same number with other characters is no change.
    await renumber(ana, '+55 11 98765-0202')
    await renumber(ana, '551187650202')
    expect(await logged('numberChanged')).toHaveLength(2)
  })

  it('takes the LID with it: its former owner writes into a ticket of their own', async () => {
    await renumber(ana)
    await writes({ remoteJid: `${LID}@lid`, contact: { number: '', lid: LID, name: 'Joana' } })
    await writes({ waId: 'B', contact: { number: FORMER, lid: LID, name: 'Joana' } })
    const tickets = await rows('SELECT contact_id FROM tickets.tickets ORDER BY id')
    expect(tickets.map((row) => row['contact_id'] === contact)).toEqual([true, false])
    expect(await numberOf(Number(tickets[1]?.['contact_id']))).toBe(FORMER)
  })

  it('keeps the LID of a contact that had no number', async () => {
    await writes({ remoteJid: '12@lid', contact: { number: '', lid: '12', name: 'Oculta' } })
    const [hidden] = await rows(`SELECT id FROM tickets.contacts WHERE number = ''`)
    await call(admin, 'PUT', `/contacts/${String(hidden?.['id'])}`, { number: NEXT })
    const kinds = await rows(
      'SELECT kind FROM tickets.contact_identities WHERE contact_id = $1 ORDER BY kind',
      [hidden?.['id']],
    )
    expect(kinds).toEqual([{ kind: 'lid' }, { kind: 'phone' }])
  })

  it('leaves queued messages with the address that they were written for', async () => {
    await call(ana, 'PUT', `/tickets/${waiting}`, { status: 'open', userId: ana.userId })
    await call(ana, 'POST', `/messages/${waiting}`, { body: 'para o número antigo' })
    await renumber(ana)
    await call(ana, 'POST', `/messages/${waiting}`, { body: 'para o novo' })
    const asked = await outbox(desk, 'outboundRequested')
    expect(asked.map(({ body }) => body['outboundRequested']?.['number'])).toEqual([FORMER, NEXT])
  })
})

describe('a message that was scheduled for a contact whose number changed since', () => {
  let keys = 0
  const send = (author: Session, writtenAt: Date) =>
    sendToContact(
      desk.deps,
      COMPANY,
      SendToContactRequest.fromPartial({
        companyId: COMPANY,
        clientKey: `schedule:${(keys += 1)}:x`,
        contactId: contact,
        body: 'lembrete',
        lane: OutboundLane.OUTBOUND_LANE_CAMPAIGN,
        userId: author.userId,
        writtenAt,
      }),
    )
  const beforeChange = () => new Date(desk.ports.clock.now().getTime() - 60_000)

  it('is not sent to a number that another agent set, until it is saved again', async () => {
    await renumber(ana)
    await clearOutbox(desk)
    await expect(send(admin, beforeChange())).rejects.toMatchObject({ code: 'ERR_CONTACT_NUMBER_CHANGED' })
    expect(await outbox(desk)).toEqual([])
    await send(admin, desk.ports.clock.now())
    expect(await outbox(desk, 'outboundRequested')).toHaveLength(1)
  })

  it.each([
    ['its author', () => ana],
    ['an administrator', () => admin],
  ])('is sent to the one that %s set', async (_name, changer) => {
    await renumber(changer())
    await send(ana, beforeChange())
    const [asked] = await outbox(desk, 'outboundRequested')
    expect(asked?.body['outboundRequested']).toMatchObject({ number: NEXT })
  })
})
