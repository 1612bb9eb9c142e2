import type { Session } from '@balcao/kernel'
import { query } from '@balcao/platform'
import { Client, type QueryConfig } from 'pg'

import { enforceRetention } from '../src/features/retention'
import {
  callsTo,
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  outboundChanged,
  person,
  phoneJid,
  queue,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

/*
 * The reads behind the most frequent requests, explained on a desk with a large company beside the own one: they use indexes, and
 * read as many rows however large the other company is.
 */

const OWN_TICKETS = 1_500
const FOREIGN_TICKETS = 2_000

let desk: Rig
let call: Call
let ana: Session

/** Tables that grow with use; the others have a few rows for each company. */
const GROWING = new Set([
  'tickets',
  'messages',
  'message_documents',
  'ticket_words',
  'closed_ticket_words',
  'ticket_tags',
  'ticket_trackings',
  'ticket_log',
  'ticket_notes',
  'user_ratings',
  'contacts',
  'contact_words',
  'contact_identities',
  'contact_extra_info',
  'contact_merges',
])

async function fill(company: number, from: number, count: number): Promise<void> {
  const rows = (statement: string) => desk.pg.sql(statement, [company, from, count])
  await rows(`INSERT INTO tickets.contacts (id, company_id, name, name_key, named_by, number, created_at, updated_at)
    SELECT $1 * 1000000 + n, $1, 'Maria ' || n, 'maria ' || n, 'customer', '5511' || lpad(($1 * 10000000 + n)::text, 9, '9'), now() - n * interval '1 hour', now()
    FROM generate_series($2::int, $2::int + $3::int - 1) n`)
  await rows(
    `INSERT INTO tickets.contact_words SELECT $1, $1 * 1000000 + n, w FROM generate_series($2::int, $2::int + $3::int - 1) n, unnest(ARRAY['maria', n::text]) w`,
  )
  await rows(`INSERT INTO tickets.contact_identities (company_id, kind, value, contact_id)
    SELECT company_id, 'phone', number, id FROM tickets.contacts WHERE company_id = $1 AND id >= $1 * 1000000 + $2::int AND id < $1 * 1000000 + $2::int + $3::int`)
  await rows(`INSERT INTO tickets.tickets (id, uuid, company_id, contact_id, connection_id, status, user_id, is_group, unread_messages, message_seq, version, created_at, updated_at, closed_at)
    SELECT $1 * 1000000 + n, gen_random_uuid(), $1, $1 * 1000000 + n, 1, s, CASE s WHEN 'pending' THEN NULL ELSE 2 END, false, 0, 2, 1,
      now() - n * interval '1 hour', now() - n * interval '1 hour', CASE s WHEN 'closed' THEN now() END
    FROM generate_series($2::int, $2::int + $3::int - 1) n, LATERAL (SELECT CASE n % 20 WHEN 0 THEN 'open' WHEN 1 THEN 'pending' ELSE 'closed' END AS s) t`)
  await rows(`INSERT INTO tickets.messages (id, company_id, ticket_id, seq, connection_id, from_me, source, kind, preview, words, read, created_at, updated_at)
    SELECT gen_random_uuid(), $1, $1 * 1000000 + n, k, 1, k = 2, 'customer', 'chat', 'oi', ARRAY['pedido', 'n' || n], true, now(), now()
    FROM generate_series($2::int, $2::int + $3::int - 1) n, generate_series(1, 2) k`)
  await rows(
    `INSERT INTO tickets.ticket_words SELECT $1, $1 * 1000000 + n, w, 2 FROM generate_series($2::int, $2::int + $3::int - 1) n, unnest(ARRAY['pedido', 'n' || n]) w
     WHERE n % 3 = 0`,
  )
  await rows(
    `INSERT INTO tickets.closed_ticket_words SELECT $1, $1 * 1000000 + n, array_to_tsvector(ARRAY[$1 || ':pedido', $1 || ':n' || n])
     FROM generate_series($2::int, $2::int + $3::int - 1) n WHERE n % 3 > 0`,
  )
  await rows(`INSERT INTO tickets.ticket_trackings (company_id, ticket_id, connection_id, user_id, queued_at, started_at, finished_at)
    SELECT $1, $1 * 1000000 + n, 1, 2, now() - n * interval '1 hour', now() - n * interval '1 hour', now() - n * interval '1 hour'
    FROM generate_series($2::int, $2::int + $3::int - 1) n WHERE n % 20 > 1`)
  await rows(`INSERT INTO tickets.ticket_log (company_id, ticket_id, action, to_connection_id, created_at)
    SELECT $1, $1 * 1000000 + n, 'created', 1, now() FROM generate_series($2::int, $2::int + $3::int - 1) n`)
  await rows(`INSERT INTO tickets.contact_extra_info (company_id, contact_id, name, value)
    SELECT $1, $1 * 1000000 + n, 'Cidade', 'Natal' FROM generate_series($2::int, $2::int + $3::int - 1) n`)
  await rows(
    `INSERT INTO tickets.ticket_tags SELECT $1, $1 * 1000000 + n, $1 FROM generate_series($2::int, $2::int + $3::int - 1) n`,
  )
  await rows(`INSERT INTO tickets.user_ratings (company_id, ticket_id, user_id, rate, created_at)
    SELECT $1, $1 * 1000000 + n, 2, 3, now() - n * interval '1 hour' FROM generate_series($2::int, $2::int + $3::int - 1) n WHERE n % 20 > 1`)
  await rows(`INSERT INTO tickets.message_documents (company_id, id, body)
    SELECT company_id, id, '{"body":"oi","vcard":"","senderName":""}' FROM tickets.messages
    WHERE company_id = $1 AND ticket_id >= $1 * 1000000 + $2::int AND ticket_id < $1 * 1000000 + $2::int + $3::int`)
  await desk.pg.sql('ANALYZE')
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  ana = await person(desk, { id: 2, name: 'Ana', profile: 'admin', queueIds: [await queue(desk, 'Vendas')] })
  await connection(desk, 1, { isDefault: true })
  for (const company of [COMPANY, FOREIGN])
    await desk.pg.sql(
      `INSERT INTO tickets.tags (id, company_id, name, name_key, color, kanban) VALUES ($1, $1, 'VIP', 'vip', '#123456', 0)`,
      [company],
    )
  await fill(COMPANY, 1, OWN_TICKETS)
  await fill(FOREIGN, 1, FOREIGN_TICKETS)
})
afterAll(() => desk.pg.close())

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]

/* Every statement that reads, with its values, which the work sends. */
async function recordReads(work: () => Promise<unknown>): Promise<QueryConfig[]> {
  const sent: QueryConfig[] = []
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [config] = args as [QueryConfig | string]
    if (typeof config === 'object' && /^\s*(SELECT|WITH)/.test(config.text)) sent.push(config)
    return real.apply(this, args as never)
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return sent.filter(({ text }) => !/\b(INSERT INTO|UPDATE|DELETE FROM|FOR UPDATE|pg_advisory)/.test(text))
}

const real = Client.prototype.query as (...args: never[]) => never

const explain = async ({ text, values }: QueryConfig): Promise<PlanNode[]> => {
  const [row] = await desk.deps.db.withTenant(COMPANY, (tx) =>
    query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(tx, `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values ?? []),
  )
  return listNodes(row!['QUERY PLAN'][0]!.Plan)
}

const isOfGrowingTable = (node: PlanNode) => GROWING.has(node['Relation Name'] ?? '')

const countRead = (nodes: PlanNode[]): number =>
  nodes
    .filter(isOfGrowingTable)
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )

const uuidOf = async (id: number) =>
  (await desk.pg.sql<{ uuid: string }>('SELECT uuid FROM tickets.tickets WHERE id = $1', [id]))[0]!.uuid

const get = (path: string) => async () => {
  const { status } = await call(ana, 'GET', path)
  expect(status).toBe(200)
}
const OWN = COMPANY * 1_000_000

const lateDeletion = () => ({
  ...received(desk),
  body: {
    $case: 'messageRevised' as const,
    value: {
      connectionId: 1,
      remoteJid: '77@lid',
      otherJids: [phoneJid('5511955550101')],
      participant: '',
      fromMe: false,
      waId: 'OLD',
      deleted: true,
      body: '',
    },
  },
})

async function keepTwoMonths(): Promise<void> {
  await desk.pg.sql('DELETE FROM tickets.retention_rules')
  await call(ana, 'PUT', '/retention', { messagesMonths: 2, mediaMonths: 1 })
  await enforceRetention(desk.deps, new AbortController().signal)
}

const hottest: [string, () => Promise<unknown>][] = [
  ['the open tickets', get('/tickets?status=open&showAll=true')],
  ['the waiting tickets', get('/tickets?status=pending')],
  ['a resolved ticket', async () => get(`/tickets/u/${await uuidOf(OWN + 7)}`)()],
  ['a conversation', get(`/messages/${OWN + 7}`)],
  ['a search of tickets', get('/tickets?searchParam=n1234&showAll=true')],
  ['a search of closed tickets', get('/tickets?status=closed&searchParam=n1235&showAll=true')],
  ['the contacts', get('/contacts')],
  ['the newest contacts', get('/contacts?sort=-createdAt')],
  ['a search of contacts', get('/contacts?searchParam=1234')],
  ['what the composer offers', get('/quick-messages/list')],
  ['the dashboard', get('/dashboard?days=3')],
  ['a ticket’s history', get(`/tickets/${OWN + 7}/log`)],
  ['a night in which nothing is to be erased', () => keepTwoMonths()],
  [
    'a receipt of weeks ago',
    () => deliver(desk, 'tickets.acks', outboundChanged(desk, { messageId: '', waId: '3EB0OLD', ack: 3 })),
  ],
  [
    'a deletion of weeks ago, under one of the names of its chat',
    () => deliver(desk, 'tickets.inbound', lateDeletion()),
  ],
  [
    'a customer’s message',
    () => deliver(desk, 'tickets.inbound', received(desk, { number: '5511955550199' })),
  ],
]

describe('the reads of', () => {
  const before = new Map<string, number>()

  it.each(hottest)('%s use indexes', async (name, work) => {
    const reads = await recordReads(work)
    expect(reads.length).toBeGreaterThan(0)
    const nodes = (await Promise.all(reads.map(explain))).flat()
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isOfGrowingTable(node))
    expect(scanned.map((node) => node['Relation Name'])).toEqual([])
    before.set(name, countRead(nodes))
  })

  it.each(['name', '-name', 'createdAt', '-createdAt'])(
    'a page of contacts by %s come from an index in that order',
    async (sort) => {
      const reads = await recordReads(get(`/contacts?sort=${sort}`))
      const nodes = (await Promise.all(reads.map(explain))).flat()
      const sorted = nodes
        .filter((node) => node['Node Type'].endsWith('Sort'))
        .map(({ Plans }) => Plans?.[0]?.['Actual Rows'] ?? 0)
      // Of the page itself at most.
      expect(Math.max(0, ...sorted)).toBeLessThanOrEqual(30)
      expect(nodes.some((node) => node['Node Type'].startsWith('Index'))).toBe(true)
    },
  )

  it('none grow with another company', async () => {
    await fill(FOREIGN, FOREIGN_TICKETS + 1, 2 * FOREIGN_TICKETS)
    for (const [name, work] of hottest.slice(0, -1)) {
      const nodes = (await Promise.all((await recordReads(work)).map(explain))).flat()
      const read = countRead(nodes)
      // Another plan may be chosen for larger tables; the other company's 4,000 new tickets are not in it.
      expect([name, read <= (before.get(name) ?? 0) + 50]).toEqual([name, true])
    }
  })
})
