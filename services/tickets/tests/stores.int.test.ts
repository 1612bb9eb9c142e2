import { ticketId, type TicketId } from '@balcao/contracts'
import { DAY, HOUR, MINUTE } from '@balcao/kernel'
import { findTableDrift } from '@balcao/platform'
import fc from 'fast-check'

import { entities } from '../src/adapters/postgres/tables'
import { eraseDeleted, sweep } from '../src/features/housekeeping'
import { buildFilter } from '../src/features/tickets/list-tickets'
import type { TicketCursor } from '../src/features/tickets/ticket.store'
import {
  clearOutbox,
  COMPANY,
  connection,
  contactRow,
  deliver,
  FOREIGN,
  person,
  received,
  rig,
  ticket,
  type Rig,
} from './support'

let desk: Rig

beforeAll(async () => {
  desk = await rig()
  await connection(desk, 1, { isDefault: true })
})

beforeEach(async () => {
  await clearOutbox(desk)
})

describe('the copy of connections', () => {
  const say = (name: string, value: Record<string, unknown>, company = COMPANY, occurredAt?: Date) =>
    deliver(desk, 'tickets.connections', {
      ...received(desk, { company }),
      ...(occurredAt && { occurredAt }),
      body: { $case: name, value } as never,
    })
  const row = async (id: number) =>
    (
      await desk.pg.sql(
        'SELECT name, status, deleted FROM tickets.connections WHERE company_id = $1 AND id = $2',
        [COMPANY, id],
      )
    )[0]
  const connectionValue = (fields: Record<string, unknown>) => ({
    connection: {
      id: 30,
      companyId: COMPANY,
      name: 'Loja',
      status: 'OPENING',
      isDefault: false,
      queueIds: [],
      ...fields,
    },
  })

  it('follows the gateway, keeps the name of a deleted one, and ignores events that name another company', async () => {
    await say('connectionChanged', connectionValue({ provider: 'simulated' }))
    const stored = await desk.pg.sql('SELECT rules FROM tickets.connections WHERE id = 30')
    expect(stored).toMatchObject([{ rules: { provider: 'simulated' } }])
    await say('connectionSessionChanged', {
      connectionId: 30,
      name: 'Loja',
      status: 'CONNECTED',
      qrcode: '',
      retries: 0,
    })
    expect(await row(30)).toEqual({ name: 'Loja', status: 'CONNECTED', deleted: false })
    await say('connectionChanged', connectionValue({ name: 'Roubada' }), FOREIGN)
    expect(await row(30)).toMatchObject({ name: 'Loja' })
    await say('connectionDeleted', { connectionId: 30 })
    expect(await row(30)).toMatchObject({ name: 'Loja', deleted: true })
  })

  it('never goes back when older events are replayed', async () => {
    const at = (second: number) => new Date(desk.ports.clock.now().getTime() + second * 1_000)
    const named = (name: string, second: number) =>
      say('connectionChanged', connectionValue({ id: 31, name, status: 'CONNECTED' }), COMPANY, at(second))
    await named('Nova', 10)
    await named('Velha', 5)
    const session = { connectionId: 31, name: 'Velha', status: 'DISCONNECTED', qrcode: '', retries: 0 }
    await say('connectionSessionChanged', session, COMPANY, at(6))
    expect(await row(31)).toEqual({ name: 'Nova', status: 'CONNECTED', deleted: false })
  })

  it('never brings back a deleted one, known before or not, and leaves other companies alone', async () => {
    const connection = { connection: { ...connectionValue({ id: 32 }).connection, status: 'CONNECTED' } }
    await say('connectionChanged', connection)
    for (const id of [32, 33]) {
      await say('connectionDeleted', { connectionId: id }, FOREIGN)
      if (id === 32) expect(await row(id)).toMatchObject({ deleted: false })
      await say('connectionDeleted', { connectionId: id })
      await say('connectionChanged', connectionValue({ id, status: 'CONNECTED' }))
      const session = { connectionId: id, name: 'Loja', status: 'CONNECTED', qrcode: '', retries: 0 }
      await say('connectionSessionChanged', session)
      expect(await row(id)).toMatchObject({ deleted: true, status: 'DISCONNECTED' })
    }
  })
})

describe('what is left behind', () => {
  it('is an early ack: it goes after a day', async () => {
    const now = desk.ports.clock.now().getTime()
    for (const days of [2, 0.5])
      await desk.pg.sql(
        `INSERT INTO tickets.pending_acks VALUES ($1, gen_random_uuid(), 1, '', '', '', $2)`,
        [COMPANY, new Date(now - days * DAY)],
      )
    await sweep(desk.deps)
    expect(await desk.pg.sql('SELECT 1 FROM tickets.pending_acks')).toHaveLength(1)
  })

  it('is erased behind a thousand messages of another company that cannot be', async () => {
    await desk.pg.sql(
      `INSERT INTO tickets.erasures (company_id, message_id, erase_media, requested_at)
       SELECT $1::int, gen_random_uuid(), false, now() - interval '1 h' FROM generate_series(1, 1000)
       UNION ALL SELECT $2::int, gen_random_uuid(), false, now() FROM generate_series(1, 250)`,
      [FOREIGN, COMPANY],
    )
    const { db } = desk.deps
    const stuck: typeof db = {
      asPlatform: (work, of) => db.asPlatform(work, of),
      onEachPrimary: (work) => db.onEachPrimary(work),
      withTenant: (company, work) =>
        company === FOREIGN ? Promise.reject(new Error('stuck')) : db.withTenant(company, work),
    }
    const run = eraseDeleted({ ...desk.deps, db: stuck }, new AbortController().signal)
    await expect(run).rejects.toMatchObject({ errors: { length: 1 } })
    const left = 'SELECT company_id, count(*)::int AS left FROM tickets.erasures GROUP BY 1'
    expect(await desk.pg.sql(left)).toEqual([{ company_id: FOREIGN, left: 1_000 }])
    await desk.pg.sql('DELETE FROM tickets.erasures')
  })
})

describe('the schema', () => {
  it.each(entities.map((entity) => [entity.options.name, entity] as const))(
    'has %s as its map says',
    async (_name, entity) => {
      expect(await desk.ports.db.asPlatform((tx) => findTableDrift(tx, entity))).toEqual([])
    },
  )

  it('has row-level security, forced but for the one that a function reads, on every table with a company', async () => {
    const open = await desk.pg.sql(
      `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
       WHERE c.relnamespace = 'tickets'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND NOT (c.relrowsecurity AND (c.relforcerowsecurity OR c.relname = 'closed_ticket_words'))`,
    )
    expect(open).toEqual([])
  })
})

describe('pages of tickets that go on after the last one seen', () => {
  type Change = { kind: 'touch' | 'delete' | 'add'; at: number }
  const changes = fc.array(
    fc.record<Change>({ kind: fc.constantFrom('touch', 'delete', 'add'), at: fc.nat(11) }),
    { maxLength: 3 },
  )
  const START = Date.parse('2026-11-01T12:00:00Z')
  let later = 0

  async function change(ids: readonly TicketId[], { kind, at }: Change, contactId: number): Promise<void> {
    later += 1
    const now = new Date(START + later * MINUTE)
    if (kind === 'add') await ticket(desk, { contactId, status: 'closed', updatedAt: now })
    else if (kind === 'delete') await desk.pg.sql('DELETE FROM tickets.tickets WHERE id = $1', [ids[at]])
    else await desk.pg.sql('UPDATE tickets.tickets SET updated_at = $2 WHERE id = $1', [ids[at], now])
  }

  it('show each that stays where it is once, and none twice, whatever moves, comes or goes meanwhile', async () => {
    const admin = await person(desk, { id: 900, profile: 'admin' })
    const contactId = await contactRow(desk, 'Joana')
    const filter = buildFilter(admin, { showAll: true, searchParam: '', pageNumber: 1 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(4), { minLength: 12, maxLength: 12 }),
        fc.array(changes, { maxLength: 5 }),
        async (ages, between) => {
          await desk.pg.sql('DELETE FROM tickets.tickets')
          const ids: TicketId[] = []
          for (const age of ages)
            ids.push(
              await ticket(desk, { contactId, status: 'closed', updatedAt: new Date(START - age * HOUR) }),
            )
          const paged: TicketId[] = []
          const moved = new Set<TicketId>()
          let after: TicketCursor | undefined
          for (let page = 0; page < 20; page += 1) {
            const cursor = after
            const { tickets, hasMore } = await desk.deps.db.withTenant(COMPANY, (tx) =>
              desk.deps.tickets.page(tx, COMPANY, filter, {
                offset: page * 3,
                size: 3,
                order: 'last-updated',
                after: cursor,
              }),
            )
            paged.push(...tickets.map(({ id }) => ticketId(id)))
            const last = tickets.at(-1)
            if (!hasMore || !last) break
            const [{ updatedAt }] = JSON.parse(`[{${last.ticketMembers}}]`) as [{ updatedAt: string }]
            after = { id: ticketId(last.id), at: new Date(updatedAt) }
            for (const one of between[page] ?? []) {
              if (one.kind !== 'add') moved.add(ids[one.at]!)
              await change(ids, one, contactId)
            }
          }
          expect(new Set(paged).size).toBe(paged.length)
          const stayed = ids.filter((id) => !moved.has(id))
          expect(paged.filter((id) => stayed.includes(id)).toSorted()).toEqual(stayed.toSorted())
        },
      ),
      { numRuns: 25 },
    )
  })
})
