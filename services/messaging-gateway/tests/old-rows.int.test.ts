import { randomUUID } from 'node:crypto'

import { companyId, connectionId as toConnectionId } from '@balcao/contracts'
import { DAY, type Database, type Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'
import type { TestDatabase } from '@balcao/testkit'
import { Client, type QueryConfig } from 'pg'

import { PgHealthStore } from '../src/adapters/postgres/pg-health-store'
import { PgInboundStore } from '../src/adapters/postgres/pg-inbound-store'
import { PgNumberCheckStore } from '../src/adapters/postgres/pg-number-check-store'
import { PgOldRowsStore } from '../src/adapters/postgres/pg-old-rows-store'
import { PgOutboundStore } from '../src/adapters/postgres/pg-outbound-store'
import { REQUEST_TAKEN_MS, ROWS_KEPT_MS } from '../src/features/old-rows'
import { deleteOldRows } from '../src/features/old-rows/delete-old-rows'
import { gatewayDatabase, SCHEMA } from './support'

const [OURS, THEIRS] = [companyId(1), companyId(2)]
const LINE = toConnectionId(1)
const oldRows = new PgOldRowsStore()
const never = new AbortController().signal
const rita = '5511988887777'
const jid = (number: string) => `${number}@s.whatsapp.net`

let pg: TestDatabase

beforeAll(async () => {
  pg = await gatewayDatabase()
})
beforeEach(() =>
  pg.empty(
    ...['inbound_messages', 'outbound', 'media_fetches', 'placeholders', 'conversations'].map(
      (table) => `${SCHEMA}.${table}`,
    ),
  ),
)
afterAll(() => pg.close())

const db = () => pg.db(SCHEMA)
const run = (on: Pick<Database, 'asPlatform'> = db()) => deleteOldRows({ db: on as Database, oldRows }, never)

/* In the order of time, as `ids.next()` makes them. */
const idAt = (days: number): string => {
  const ms = Math.round(Date.now() - days * DAY)
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}

interface Received {
  company: number
  line: number
  number: string
  fromMe: boolean
  kind: string
  participant: string
}

/* Recorded so many days ago; answers its id. */
async function received(waId: string, days: number, over: Partial<Received> = {}): Promise<string> {
  const { company, line, number, fromMe, kind, participant } = {
    company: OURS,
    line: 1,
    number: rita,
    fromMe: false,
    kind: 'chat',
    participant: '',
    ...over,
  }
  const id = idAt(days)
  await pg.sql(
    `INSERT INTO ${SCHEMA}.inbound_messages (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, kind, sent_at, recorded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() - $10::float8 * interval '1 day', now() - $10::float8 * interval '1 day')`,
    [id, company, line, randomUUID(), jid(number), participant, fromMe, waId, kind, days],
  )
  return id
}

interface Sent {
  company: number
  line: number
  state: string
  settled: boolean
  operation: string
  /** Days since its last change. */
  changed: number
  sent: boolean
}

/* Queued so many days ago. */
async function sent(waId: string, days: number, over: Partial<Sent> = {}): Promise<void> {
  const {
    company,
    line,
    state,
    settled,
    operation,
    changed,
    sent: left,
  } = {
    company: OURS,
    line: 1,
    state: 'READ',
    settled: true,
    operation: 'send',
    changed: days,
    sent: true,
    ...over,
  }
  await pg.sql(
    `INSERT INTO ${SCHEMA}.outbound (company_id, connection_id, conversation_id, message_id, operation, lane, wa_id, remote_jid, payload, state, settled, sending_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, 0, $6, $7, '{}', $8, $9, CASE WHEN $10 THEN now() - $11::float8 * interval '1 day' END,
       now() - $11::float8 * interval '1 day', now() - $12::float8 * interval '1 day')`,
    [
      company,
      line,
      randomUUID(),
      randomUUID(),
      operation,
      waId,
      jid(rita),
      state,
      settled,
      left,
      days,
      changed,
    ],
  )
}

const left = async (table: 'inbound_messages' | 'outbound', company = OURS) =>
  (
    await pg.sql<{ wa_id: string }>(
      `SELECT wa_id FROM ${SCHEMA}.${table} WHERE company_id = $1 ORDER BY wa_id`,
      [company],
    )
  ).map(({ wa_id }) => wa_id)

it('a request may be queued anew for a day less than its row is kept', () => {
  expect(ROWS_KEPT_MS - REQUEST_TAKEN_MS).toBe(DAY)
})

describe('received messages', () => {
  it('leave thirty days after they were recorded, and not before', async () => {
    await received('old', 30.001)
    await received('young', 29.999)
    await run()
    expect(await left('inbound_messages')).toEqual(['young'])
  })

  it('of another company leave by their own age', async () => {
    await received('ours old', 40)
    await received('ours new', 1)
    await received('theirs', 29, { company: THEIRS })
    await run()
    expect(await left('inbound_messages')).toEqual(['ours new'])
    expect(await left('inbound_messages', THEIRS)).toEqual(['theirs'])
  })

  it('stay when they are the last of a member of a group', async () => {
    for (const participant of [jid('5511900000002'), jid('5511900000003')]) {
      await received(`first ${participant}`, 70, { participant })
      await received(`last ${participant}`, 60, { participant })
    }
    await run()
    expect(await left('inbound_messages')).toEqual([
      `last ${jid('5511900000002')}`,
      `last ${jid('5511900000003')}`,
    ])
  })

  it('stay when they are the last of their chat and direction, however old', async () => {
    await received('first', 90)
    await received('last', 80)
    await received('typed first', 70, { fromMe: true })
    await received('typed last', 60, { fromMe: true })
    await received('other chat', 50, { number: '5511900000001' })
    await received('other line', 50, { line: 2 })
    await received('a neighbour’s', 1, { company: THEIRS })
    await run()
    expect(await left('inbound_messages')).toEqual(['last', 'other chat', 'other line', 'typed last'])
  })

  it('are not followed by a notice', async () => {
    await received('last', 80)
    await received('notice', 40, { kind: 'numberChanged' })
    await run()
    expect(await left('inbound_messages')).toEqual(['last', 'notice'])
    await received('written', 1)
    await run()
    expect(await left('inbound_messages')).toEqual(['written'])
  })

  it('that wait for a file or their content stay', async () => {
    const file = await received('file', 60)
    const content = await received('content', 60, { kind: 'placeholder' })
    await received('given up', 60, { kind: 'phoneOnly' })
    await received('new', 1)
    for (const [table, id] of [
      ['media_fetches', file],
      ['placeholders', content],
    ] as const) {
      const [name, value] =
        table === 'media_fetches'
          ? [', kind, name, duration_seconds, ticket', `, 'image', '', 0, ''`]
          : ['', '']
      await pg.sql(
        `INSERT INTO ${SCHEMA}.${table} (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, tries, next_at${name})
         SELECT id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, 0, now()${value} FROM ${SCHEMA}.inbound_messages WHERE id = $1`,
        [id],
      )
    }
    await run()
    expect(await left('inbound_messages')).toEqual(['content', 'file', 'new'])
    await pg.empty(`${SCHEMA}.media_fetches`, `${SCHEMA}.placeholders`)
    await run()
    expect(await left('inbound_messages')).toEqual(['new'])
  })
})

describe('what the rows that are kept tell', () => {
  const inTenant = <T>(work: Parameters<ReturnType<typeof db>['withTenant']>[1]) =>
    db().withTenant(OURS, work) as Promise<T>

  beforeEach(async () => {
    const conversation = randomUUID()
    await pg.sql(
      `INSERT INTO ${SCHEMA}.conversations (id, company_id, connection_id, opened) VALUES ($1, $2, 1, true)`,
      [conversation, OURS],
    )
    await pg.sql(
      `INSERT INTO ${SCHEMA}.conversation_aliases (company_id, connection_id, alias, conversation_id) VALUES ($1, 1, $2, $3)`,
      [OURS, `phone:${rita}`, conversation],
    )
    for (const days of [90, 80, 70]) await received(`W${days}`, days)
    for (const days of [90, 80, 70]) await sent(`S${days}`, days)
    await run()
    expect(await left('inbound_messages')).toEqual(['W70'])
    expect(await left('outbound')).toEqual(['S70'])
  })

  it('is that a number has written', async () => {
    const hasWritten = (number: string) =>
      inTenant((tx) => new PgNumberCheckStore().hasWritten(tx, OURS, number))
    expect(await hasWritten(rita)).toBe(true)
    expect(await hasWritten('5511900000009')).toBe(false)
  })

  it('is the last message of a chat', async () => {
    const last = await inTenant((tx) => new PgInboundStore().findLastReceived(tx, OURS, LINE, [jid(rita)]))
    expect(last).toMatchObject({ waId: 'W70' })
  })

  it('is when the connection last sent and received', async () => {
    const counts = await inTenant<Awaited<ReturnType<PgHealthStore['count']>>>((tx) =>
      new PgHealthStore().count(tx, OURS, LINE, new Date()),
    )
    const days = (at: Date | undefined) => Math.round((Date.now() - (at?.getTime() ?? 0)) / DAY)
    expect([days(counts.lastSentAt), days(counts.lastReceivedAt)]).toEqual([70, 70])
  })
})

describe('outbound rows', () => {
  beforeEach(() => sent('newest', 0))

  it('leave thirty days after their last change, and not before', async () => {
    await sent('old', 30.001)
    await sent('young', 29.999)
    await sent('read yesterday', 60, { changed: 1 })
    await sent('failed', 31, { state: 'FAILED' })
    await sent('edit', 31, { state: 'ACCEPTED', operation: 'edit' })
    await run()
    expect(await left('outbound')).toEqual(['newest', 'read yesterday', 'young'])
  })

  it('that are not settled stay', async () => {
    for (const state of ['QUEUED', 'CLAIMED', 'SENDING', 'UNKNOWN'])
      await sent(state, 400, { state, settled: false })
    await run()
    expect(await left('outbound')).toEqual(['CLAIMED', 'QUEUED', 'SENDING', 'UNKNOWN', 'newest'])
  })

  it('that were accepted and not delivered stay for forty days', async () => {
    await sent('35 days', 35, { state: 'ACCEPTED' })
    await sent('41 days', 41, { state: 'ACCEPTED' })
    await run()
    expect(await left('outbound')).toEqual(['35 days', 'newest'])
  })

  it('that their connection sent last stay; those of another company leave by their own age', async () => {
    await sent('theirs old', 60, { company: THEIRS, line: 2 })
    await sent('theirs last', 50, { company: THEIRS, line: 2 })
    await sent('theirs failed', 40, { company: THEIRS, line: 2, state: 'FAILED' })
    await sent('theirs unsent', 40, { company: THEIRS, line: 2, state: 'FAILED', sent: false })
    await sent('third', 31)
    await run()
    expect(await left('outbound', THEIRS)).toEqual(['theirs last'])
    expect(await left('outbound')).toEqual(['newest'])
  })
})

describe('a run that is killed', () => {
  const ROWS = 2_500

  beforeEach(async () => {
    await pg.sql(
      `INSERT INTO ${SCHEMA}.outbound (company_id, connection_id, conversation_id, message_id, operation, lane, wa_id, remote_jid, payload, state, settled, created_at, updated_at)
       SELECT 1 + n % 2, 1 + n % 2, gen_random_uuid(), gen_random_uuid(), 'send', 0, 'W' || n, 'x', '{}', 'READ', true, now() - interval '60 days', now() - interval '60 days'
       FROM generate_series(1, $1::int) n`,
      [ROWS],
    )
  })
  const count = async () =>
    (await pg.sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${SCHEMA}.outbound`))[0]!.count

  it('has deleted whole batches, and the next one goes on', async () => {
    let batches = 0
    const dying: Pick<Database, 'asPlatform'> = {
      asPlatform: (work) =>
        db().asPlatform(async (tx) => {
          const result = await work(tx)
          batches += 1
          // The first is of received messages. Aborted before its commit.
          if (batches === 3) throw new Error('killed')
          return result
        }),
    }
    await expect(run(dying)).rejects.toMatchObject({ errors: [new Error('killed')] })
    expect(await count()).toBe(ROWS - 1_000)
    await run()
    expect(await count()).toBe(0)
  })

  it('is not held up by a row of a wrong clock, whose id is before its time', async () => {
    await pg.sql(
      `UPDATE ${SCHEMA}.outbound SET created_at = now() WHERE id = (SELECT min(id) FROM ${SCHEMA}.outbound)`,
    )
    await run()
    expect(await count()).toBe(1)
  })

  it('ends between batches when it is told to', async () => {
    const ending = new AbortController()
    const stopping: Pick<Database, 'asPlatform'> = {
      asPlatform: async (work) => {
        const result = await db().asPlatform(work)
        if ((await count()) < ROWS) ending.abort()
        return result
      },
    }
    await deleteOldRows({ db: stopping as Database, oldRows }, ending.signal)
    expect(await count()).toBe(ROWS - 1_000)
  })
})

/* Without statistics, and with them: a batch reads its page by the primary key, and asks an index for what follows each row. */
describe.each(['without statistics', 'analyzed'])('the plans of a batch, %s', (name) => {
  const ROWS = 20_000

  beforeEach(async () => {
    await pg.sql(
      `INSERT INTO ${SCHEMA}.inbound_messages (id, company_id, connection_id, conversation_id, remote_jid, participant, from_me, wa_id, kind, sent_at, recorded_at)
       SELECT (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid, 1 + n % 3, 1 + n % 3, gen_random_uuid(), 'chat ' || n % 500, '', false, 'W' || n, 'chat',
         now() - n * interval '1 second', now() - n * interval '1 second' FROM generate_series(1, $1::int) n`,
      [ROWS],
    )
    await pg.sql(
      `INSERT INTO ${SCHEMA}.outbound (company_id, connection_id, conversation_id, message_id, operation, lane, wa_id, remote_jid, payload, state, settled, sending_at)
       SELECT 1 + n % 3, 1 + n % 3, gen_random_uuid(), gen_random_uuid(), 'send', 0, 'W' || n, 'x', '{}', 'READ', true, now() - n * interval '1 second'
       FROM generate_series(1, $1::int) n`,
      [ROWS],
    )
    if (name === 'analyzed') await pg.sql(`ANALYZE ${SCHEMA}.inbound_messages, ${SCHEMA}.outbound`)
  })

  const recordStatements = async (work: () => Promise<unknown>, which: RegExp): Promise<QueryConfig[]> => {
    const statements: QueryConfig[] = []
    const real = Client.prototype.query as (...args: never[]) => never
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...args: unknown[]
    ) {
      const [config] = args as [QueryConfig | string]
      if (typeof config === 'object' && which.test(config.text)) statements.push(config)
      return real.apply(this, args as never)
    })
    await work().finally(() => spy.mockRestore())
    return statements
  }

  interface PlanNode {
    'Node Type': string
    'Relation Name'?: string
    Plans?: PlanNode[]
  }
  const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]
  const explain = async (tx: Tx, { text, values }: QueryConfig): Promise<string[]> => {
    const [row] = await query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      tx,
      `EXPLAIN (FORMAT JSON) ${text}`,
      values ?? [],
    )
    return listNodes(row!['QUERY PLAN'][0]!.Plan)
      .filter((node) => ['inbound_messages', 'outbound'].includes(node['Relation Name'] ?? ''))
      .map((node) => node['Node Type'])
  }
  const otherThan = (types: readonly string[], kinds: RegExp) => types.filter((type) => !kinds.test(type))

  it('read neither table whole', async () => {
    const [settings, ...others] = await recordStatements(() => run(), /set_config\('enable|gone AS/)
    const deletions = others.filter(({ text }) => text.includes('gone AS'))
    expect(deletions).toHaveLength(2)
    for (const deletion of deletions)
      await db().asPlatform(async (tx) => {
        await execute(tx, settings!.text, settings!.values ?? [])
        const types = await explain(tx, deletion)
        expect(types.length).toBeGreaterThan(2)
        expect(otherThan(types, /^(Index|ModifyTable)/)).toEqual([])
      })
  })

  it('of a receipt without a row read neither table whole', async () => {
    const asks = () =>
      db().withTenant(OURS, (tx) => new PgOutboundStore().listUnknown(tx, OURS, LINE, ['W1', 'NONE']))
    const [statement, ...others] = await recordStatements(asks, /unnest/)
    expect(others).toEqual([])
    await db().withTenant(OURS, async (tx) => {
      const types = await explain(tx, statement!)
      expect(types.length).toBeGreaterThan(1)
      expect(otherThan(types, /^(Index|Bitmap)/)).toEqual([])
    })
    // Of company 1 are those whose number three divides.
    expect((await asks()).toSorted()).toEqual(['NONE', 'W1'])
    expect(
      await db().withTenant(OURS, (tx) => new PgOutboundStore().listUnknown(tx, OURS, LINE, ['W3', 'NONE'])),
    ).toEqual(['NONE'])
  })
})
