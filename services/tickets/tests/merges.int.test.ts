import type { ContactView } from '@balcao/contracts'
import { DAY, type Session } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'
import { waitFor } from '@balcao/testkit'
import fc from 'fast-check'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
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
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let admin: Session
let ana: Session
let vendas: number

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  admin = await person(desk, { id: 1, name: 'Admin', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  await connection(desk, 1, { isDefault: true })
  await connection(desk, 2)
})

beforeEach(async () => {
  await desk.pg.empty('tickets.contacts', 'tickets.contact_merges')
  await clearOutbox(desk)
})

/* Everything of the company's contacts; not the order of lists, which a move may change. */
const readAll = async () => ({
  contacts: await desk.pg.sql('SELECT * FROM tickets.contacts ORDER BY id'),
  identities: await desk.pg.sql('SELECT * FROM tickets.contact_identities ORDER BY kind, value'),
  words: await desk.pg.sql('SELECT * FROM tickets.contact_words ORDER BY contact_id, word'),
  extraInfo: await desk.pg.sql('SELECT * FROM tickets.contact_extra_info ORDER BY id'),
  notes: await desk.pg.sql('SELECT id, contact_id, note FROM tickets.ticket_notes ORDER BY id'),
  tickets: await desk.pg.sql(
    'SELECT id, contact_id, connection_id, status, user_id, queue_id, unread_messages, closed_at FROM tickets.tickets ORDER BY id',
  ),
})

const merge = (kept: number, merged: number, session = admin) =>
  call(session, 'POST', `/contacts/${kept}/merge`, { contactId: merged })
const unmerge = (kept: number, merged: number, session = admin) =>
  call(session, 'POST', `/contacts/${kept}/unmerge`, { contactId: merged })

interface Shape {
  hasNumber: boolean
  extra: number
  notes: number
  tickets: { connectionId: number; status: string; unread: number }[]
}

const shapes = fc.record<Shape>({
  hasNumber: fc.boolean(),
  extra: fc.nat(2),
  notes: fc.nat(2),
  tickets: fc.uniqueArray(
    fc.record({
      connectionId: fc.constantFrom(1, 2),
      status: fc.constantFrom('pending', 'open', 'closed'),
      unread: fc.nat(3),
    }),
    // At most one unclosed ticket on a connection.
    {
      maxLength: 4,
      selector: ({ connectionId, status, unread }) => (status === 'closed' ? `c${unread}` : connectionId),
    },
  ),
})

let made = 0

async function make({ hasNumber, extra, notes, tickets }: Shape): Promise<number> {
  made += 1
  const number = String(5511900000000 + made)
  const id = await contactRow(desk, `Pessoa ${made}`, undefined, number)
  await desk.pg.sql(`INSERT INTO tickets.contact_identities VALUES (7, 'lid', $1, $2)`, [`${made}`, id])
  if (!hasNumber)
    await desk.pg.sql(
      `WITH gone AS (DELETE FROM tickets.contact_identities WHERE contact_id = $1 AND kind = 'phone')
       UPDATE tickets.contacts SET number = '' WHERE id = $1`,
      [id],
    )
  if (!hasNumber)
    await desk.pg.sql(`DELETE FROM tickets.contact_words WHERE contact_id = $1 AND word ~ '^[0-9]{3,}$'`, [
      id,
    ])
  for (let index = 0; index < extra; index += 1)
    await desk.pg.sql(
      `INSERT INTO tickets.contact_extra_info (company_id, contact_id, name, value) VALUES (7, $1, $2, 'x')`,
      [id, `campo ${index}`],
    )
  for (const fields of tickets) {
    const user = fields.status === 'pending' ? null : 2
    await ticket(desk, { contactId: id, queueId: vendas, userId: user, ...fields })
  }
  for (let index = 0; index < notes; index += 1)
    await call(admin, 'POST', '/ticket-notes', { note: `nota ${index}`, contactId: id })
  return id
}

describe('contacts that are merged by an administrator', () => {
  it('are as before when it is undone, whatever they had', () =>
    fc.assert(
      fc.asyncProperty(shapes, shapes, async (first, second) => {
        await desk.pg.empty('tickets.contacts', 'tickets.contact_merges')
        const [kept, merged] = [await make(first), await make(second)]
        const before = await readAll()
        expect((await merge(kept, merged)).status).toBe(200)
        const between = await readAll()
        expect(between.contacts.map(({ id }) => id)).toEqual([kept])
        for (const rows of [between.identities, between.extraInfo, between.notes, between.tickets])
          expect(rows.every((row) => row['contact_id'] === kept)).toBe(true)
        expect(between.tickets).toHaveLength(before.tickets.length)
        expect((await unmerge(kept, merged)).status).toBe(200)
        expect(await readAll()).toEqual(before)
      }),
      { numRuns: 25 },
    ))

  it('are announced: the tickets, the one that went, the one that stays; then both again', async () => {
    const [kept, merged] = [await contactRow(desk, 'Zé'), await contactRow(desk, 'José')]
    await ticket(desk, { contactId: merged, queueId: vendas })
    const answer = await merge(kept, merged)
    expect(answer.body as unknown as ContactView).toMatchObject({ id: kept, name: 'Zé' })
    expect((await outbox(desk)).map(({ type }) => type)).toEqual([
      'ticketChanged',
      'contactDeleted',
      'contactChanged',
    ])
    await clearOutbox(desk)
    expect((await unmerge(kept, merged)).body).toMatchObject({ id: merged, name: 'José' })
    expect((await outbox(desk)).map(({ type }) => type)).toEqual([
      'contactChanged',
      'ticketChanged',
      'contactChanged',
      'contactChanged',
    ])
  })

  it('are found under the old id by services that know no merge', async () => {
    const [kept, merged, last] = [
      await contactRow(desk, 'Zé'),
      await contactRow(desk, 'José'),
      await contactRow(desk, 'J. Silva'),
    ]
    await merge(kept, merged)
    await merge(last, kept)
    const found = await desk.ports.db.withTenant(admin.companyId, (tx) =>
      desk.deps.contacts.findCurrent(tx, admin.companyId, merged as never),
    )
    expect(found?.id).toBe(last)
  })

  it.each([
    ['by an agent', () => ana, 0, 403],
    ['after seven days', () => admin, 8, 404],
  ])('stay merged %s', async (_when, session, days, status) => {
    const [kept, merged] = [await contactRow(desk, 'Zé'), await contactRow(desk, 'José')]
    if (days === 0) expect((await merge(kept, merged, session())).status).toBe(status)
    await merge(kept, merged)
    desk.ports.clock.advance(days * DAY)
    expect((await unmerge(kept, merged, session())).status).toBe(status)
    expect((await unmerge(merged, kept)).status).toBe(404)
  })

  it('are listed while they may be separated', async () => {
    const [kept, merged] = [await contactRow(desk, 'Zé'), await contactRow(desk, 'José')]
    const list = async (session = admin, id = kept) => call(session, 'GET', `/contacts/${id}/merges`)
    await merge(kept, merged)
    expect((await list()).body).toMatchObject([{ contactId: merged, name: 'José' }])
    expect((await list(ana)).status).toBe(403)
    expect((await list(admin, merged)).status).toBe(404)
    const eve = await person(desk, { id: 9, company: FOREIGN, profile: 'admin' })
    expect((await list(eve)).status).toBe(404)
    desk.ports.clock.advance(8 * DAY)
    expect((await list()).body).toEqual([])
    desk.ports.clock.advance(-8 * DAY)
    await unmerge(kept, merged)
    expect((await list()).body).toEqual([])
  })

  it('are two', async () => {
    const kept = await contactRow(desk, 'Zé')
    expect((await merge(kept, kept)).status).toBe(400)
    expect((await merge(kept, 99_999)).status).toBe(404)
  })
})

it('writes a message that comes while its contact is merged to the one that is kept', async () => {
  const number = '5511900000002'
  const kept = await contactRow(desk, 'Joana', undefined, '5511900000001')
  const merged = await contactRow(desk, 'Joana 2', undefined, number)
  const isWaiting = async () => {
    const waiting = await desk.pg.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return waiting.length > 0
  }
  let arriving: Promise<void> | undefined
  await desk.ports.db.withTenant(COMPANY, async (tx) => {
    await execute(
      tx,
      sql`UPDATE contact_identities SET contact_id = ${kept} WHERE company_id = ${COMPANY} AND contact_id = ${merged}`,
    )
    await execute(tx, sql`DELETE FROM contacts WHERE company_id = ${COMPANY} AND id = ${merged}`)
    arriving = deliver(desk, INBOUND_GROUP, received(desk, { number, body: 'oi' }))
    await waitFor(isWaiting)
  })
  await arriving
  expect(await desk.pg.sql('SELECT contact_id, status FROM tickets.tickets')).toEqual([
    { contact_id: kept, status: 'pending' },
  ])
})
