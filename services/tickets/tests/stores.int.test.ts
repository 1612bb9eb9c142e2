import { findTableDrift } from '@balcao/platform'

import { tables } from '../src/adapters/postgres'
import { eraseDeleted, sweep } from '../src/features/housekeeping'
import { clearOutbox, COMPANY, connection, deliver, FOREIGN, received, rig, type Rig } from './support'

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
    await say('connectionChanged', connectionValue({}))
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
  it('is a document without a row: swept after a day; acks and old keys go too', async () => {
    const now = desk.ports.clock.now().getTime()
    const day = 86_400_000
    await desk.pg.sql(
      `INSERT INTO tickets.message_documents (company_id, id, body, created_at) VALUES ($1, gen_random_uuid(), '{"body":"órfão"}', $2), ($1, gen_random_uuid(), '{"body":"novo"}', $3)`,
      [COMPANY, new Date(now - 2 * day), new Date(now - day / 2)],
    )
    await desk.pg.sql(`INSERT INTO tickets.pending_acks VALUES ($1, gen_random_uuid(), 1, '', '', '', $2)`, [
      COMPANY,
      new Date(now - 2 * day),
    ])
    await sweep(desk.deps)
    await eraseDeleted(desk.deps, new AbortController().signal)
    const left = await desk.pg.sql<{ body: { body: string } }>(
      `SELECT body FROM tickets.message_documents WHERE body::text LIKE '%órfão%' OR body::text LIKE '%novo%'`,
    )
    expect(left.map(({ body }) => body.body)).toEqual(['novo'])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.pending_acks')).toEqual([])
  })
})

describe('the schema', () => {
  it.each(tables.map((table) => [table.name, table] as const))(
    'has %s as its map says',
    async (_name, table) => {
      expect(await desk.ports.db.asPlatform((tx) => findTableDrift(tx, table))).toEqual([])
    },
  )

  it('has row-level security, forced, on every table with a company', async () => {
    const open = await desk.pg.sql(
      `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
       WHERE c.relnamespace = 'tickets'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
    )
    expect(open).toEqual([])
  })
})
