import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import type { MessagesPage, MessageView, TicketView } from '@balcao/contracts'
import { formatPostgresUrl } from '@balcao/platform'
import {
  createCaller,
  openAgent,
  runProgram,
  temporaryFolder,
  TEST_PASSWORD,
  waitFor,
  type TestAgent,
  type TestCompany,
  type TestDesk,
} from '@balcao/testkit'

import { must } from './support/must'
import { startDesk } from './support/start-desk'

/* A company that was deleted comes back from a backup while the desk and another company go on. */

const SCRIPTS = path.join(__dirname, '../../../scripts')
const NUMBER = '5511955554444'
/* What was told before the deletion; sessions of people and phones. */
const LEFT_OUT = [
  'auth.refresh_tokens',
  'messaging_gateway.own_numbers',
  'realtime.announced_presence',
  'realtime.feed',
  'simulator.lines',
]
const CHANGED = [
  'campaigns.campaign_items',
  'campaigns.campaigns',
  'campaigns.schedules',
  'messaging_gateway.connections',
  'messaging_gateway.outbound',
  'realtime.feed_heads',
  'tickets.messages',
  'tickets.ticket_trackings',
  'tickets.tickets',
]
/* Before the erasure's last pass. */
const WEEKS = 20 * 24 * 3_600_000

let desk: TestDesk
let company: TestCompany
let backups: string

beforeAll(async () => {
  desk = await startDesk({ staff: { root: { profile: 'admin', super: true } }, hasJobs: false })
  company = await desk.company('Outra', { rita: { queues: ['Vendas'], allTicket: true } })
  backups = await temporaryFolder('restore-company')
})
afterAll(() => rm(backups, { recursive: true, force: true }))

const script = (name: string, ...args: string[]) =>
  scriptOn({ DATABASE_URL: formatPostgresUrl(desk.pg.admin), DATA_DIR: desk.folder }, name, ...args)

const scriptOn = (place: { DATABASE_URL: string; DATA_DIR: string }, name: string, ...args: string[]) =>
  runProgram([process.execPath, path.join(SCRIPTS, name), ...args], {
    env: { ...place, MONGO_URL: '', S3_BUCKET: '' },
  })

/* Rows of a company by table, in whatever order their columns are; events leave the outbox by themselves. */
async function rowsOf(companyId: number): Promise<Record<string, string[]>> {
  const tables = await desk.pg.sql<{ name: string }>(`
    SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'outbox' ORDER BY 1`)
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await desk.pg.sql<{ text: string }>(
      `SELECT to_jsonb(t)::text AS text FROM ${name} t WHERE company_id = $1 ORDER BY 1`,
      [companyId],
    )
    if (rows.length > 0) found[name] = rows.map(({ text }) => text)
  }
  return found
}

const differing = (left: Record<string, string[]>, right: Record<string, string[]>) =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])]
    .filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]))
    .sort()

const fetchTickets = async (agent: TestAgent) =>
  (await must<{ tickets: TicketView[] }>(agent.call, 'GET', '/tickets?showAll=true')).tickets

const fetchMessages = async (agent: TestAgent, ticketId: number) =>
  (await must<MessagesPage>(agent.call, 'GET', `/messages/${ticketId}`)).messages

/* A conversation with a file, a message that waits for the phone, a schedule that is due and a campaign that runs. */
async function fill(): Promise<number> {
  const admin = await company.agent('admin')
  const phone = await company.phone(NUMBER, 'Dona Ema')
  await phone.says({ id: 'E1', body: 'bom dia' })
  await phone.says({
    id: 'E2',
    body: 'a foto',
    kind: 'application',
    media: {
      name: 'nota.txt',
      mimeType: 'text/plain',
      base64: Buffer.from('nota fiscal').toString('base64'),
    },
  })
  await desk.settle()
  const [ticket] = await fetchTickets(admin)
  if (!ticket) throw new Error('no ticket')
  await must(admin.call, 'PUT', `/tickets/${ticket.id}`, { status: 'open', userId: admin.userId })
  await must(admin.call, 'POST', `/messages/${ticket.id}`, { body: 'chegou' })
  await waitFor(async () => (await phone.got()).length === 1)
  await desk.settle()
  for (const sendAt of ['2999-01-01T12:00:00Z', '2999-01-02T12:00:00Z'])
    await must(admin.call, 'POST', '/schedules', { body: 'lembrete', sendAt, contactId: ticket.contactId })
  await desk.pg.sql(
    `UPDATE campaigns.schedules SET send_at = now(), due_at = now() WHERE send_at < '2999-01-02'`,
  )
  await desk.pg.sql(
    `INSERT INTO campaigns.file_lists (company_id, user_id, name, search_text, message, options, created_at, updated_at)
     VALUES ($1, 1, 'Preços', 'precos', '', '[]', now(), now())`,
    [company.id],
  )
  const list = await must<{ id: number }>(admin.call, 'POST', '/contact-lists', { name: 'Clientes' })
  const campaign = { name: 'Natal', message1: 'Oi', contactListId: list.id }
  const { id } = await must<{ id: number }>(admin.call, 'POST', '/campaigns', campaign)
  await desk.pg.sql(`UPDATE campaigns.campaigns SET status = 'EM_ANDAMENTO', total = 1 WHERE id = $1`, [id])
  await desk.pg.sql(
    `INSERT INTO campaigns.campaign_items (company_id, campaign_id, position, name, number, number_key, email, state, ack, failure)
     VALUES ($1, $2, 1, 'Ema', $3, $3, '', 'waiting', 0, '')`,
    [company.id, id, NUMBER],
  )
  // The phone is away: what is sent now waits for it.
  const [connection] = await must<{ id: number }[]>(admin.call, 'GET', '/whatsapp')
  await must(admin.call, 'DELETE', `/whatsappsession/${connection?.id}`)
  await must(admin.call, 'POST', `/messages/${ticket.id}`, { body: 'ainda por enviar' })
  await waitFor(async () => {
    const [row] = await desk.pg.sql('SELECT 1 FROM messaging_gateway.outbound WHERE NOT settled')
    return row !== undefined
  })
  return ticket.id
}

async function erase(): Promise<void> {
  const root = await desk.agent('root')
  await must(root.call, 'DELETE', `/companies/${company.id}`)
  // A message waits for the phone, so the desk does not settle before its rows are gone.
  await waitFor(async () => {
    await desk.runJobs()
    return Object.keys(await rowsOf(company.id)).every((table) => table.endsWith('.company_erasures'))
  })
}

it('comes back whole, sends nothing that may have been sent, and leaves others alone', async () => {
  const ticketId = await fill()
  const before = await rowsOf(company.id)
  const backup = path.join(backups, 'nightly')
  expect(await script('backup.mjs', backup)).toMatchObject({ code: 0 })

  const there = await script('restore-company.mjs', backup, '--company', String(company.id))
  expect(there).toMatchObject({
    code: 1,
    output: expect.stringContaining('delete it on the companies') as unknown,
  })
  await erase()
  // Since the backup: its id is the table's last column now.
  expect(await script('widen-ids.mjs', 'campaigns.file_lists')).toMatchObject({ code: 0 })
  const erased = await rowsOf(company.id)
  expect(Object.keys(erased)).toHaveLength(6)
  const rehearsed = await script('restore-company.mjs', backup, '--company', String(company.id), '--dry-run')
  expect(rehearsed).toMatchObject({ code: 0, output: expect.stringContaining('would come back') as unknown })
  expect(await rowsOf(company.id)).toEqual(erased)
  const unknown = await script('restore-company.mjs', backup, '--company', '4711')
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('no company 4711') as unknown })

  // Where it cannot come back, nothing is written, and its erasure goes on.
  const takeEmail = (from: string, to: string) =>
    desk.pg.sql('UPDATE auth.users SET email = $2 WHERE email = $1', [from, to])
  await takeEmail('root@demo.test', 'rita@outra.test')
  const taken = await script('restore-company.mjs', backup, '--company', String(company.id))
  expect(taken).toMatchObject({ code: 1, output: expect.stringContaining('rita@outra.test') as unknown })
  expect(Object.keys(await rowsOf(company.id))).toEqual(Object.keys(erased))
  await takeEmail('rita@outra.test', 'root@demo.test')

  // A copy of the database that was recovered beside the desk's brings the same.
  const copy = `${desk.pg.admin.database}_copy`
  await desk.pg.sql(`CREATE DATABASE ${copy}`)
  const beside = {
    DATABASE_URL: formatPostgresUrl({ ...desk.pg.admin, database: copy }),
    DATA_DIR: path.join(backups, 'copy'),
  }
  expect(await scriptOn(beside, 'restore.mjs', backup)).toMatchObject({ code: 0 })
  const from = ['--from', beside.DATABASE_URL, '--company', String(company.id), '--dry-run']
  const ofCopy = await script('restore-company.mjs', ...from)
  expect(ofCopy.output.split('\n').slice(1)).toEqual(rehearsed.output.split('\n').slice(1))
  await desk.pg.sql(`DROP DATABASE ${copy}`)

  const others = await rowsOf(desk.demo.id)
  const restored = await script('restore-company.mjs', backup, '--company', String(company.id))
  expect(restored).toMatchObject({ code: 0 })
  for (const line of ['1 messages were on their way', '1 connections', '1 scheduled messages', '1 campaigns'])
    expect(restored.output).toContain(line)
  const after = await rowsOf(company.id)
  expect(differing(before, after)).toEqual([...LEFT_OUT, ...CHANGED].sort())
  expect(differing(others, await rowsOf(desk.demo.id))).toEqual([])

  // Later passes of the erasure do not take it again.
  await desk.runJobs(WEEKS)
  const admin = await openAgent(desk.url, 'admin@outra.test', TEST_PASSWORD)
  const texts = async () => (await fetchMessages(admin, ticketId)).map(({ body }) => body)
  expect(await texts()).toEqual(['bom dia', 'a foto', 'chegou', 'ainda por enviar'])
  const [, file, , waiting] = await fetchMessages(admin, ticketId)
  expect((await admin.call('GET', file?.mediaUrl ?? '')).body).toBe('nota fiscal')
  expect(waiting).toMatchObject({ ack: -1 } satisfies Partial<MessageView>)

  // Linked again, it works; what waited at the backup is not sent.
  const [connection] = await must<{ id: number; status: string }[]>(admin.call, 'GET', '/whatsapp')
  expect(connection?.status).toBe('DISCONNECTED')
  await must(admin.call, 'POST', `/whatsappsession/${connection?.id}`)
  const network = createCaller(desk.url)
  await waitFor(
    async () => (await network('POST', `/simulator/connections/${connection?.id}/scan`, {})).status < 300,
  )
  const phone = await company.phone(NUMBER)
  await phone.says({ id: 'E3', body: 'voltou' })
  await desk.settle()
  await must(admin.call, 'POST', `/messages/${ticketId}`, { body: 'voltamos' })
  await waitFor(async () => (await phone.got()).length > 0)
  await desk.runJobs()
  await desk.settle()
  expect((await phone.got()).map(({ body }) => body)).toEqual(['voltamos'])
  expect(await texts()).toEqual(['bom dia', 'a foto', 'chegou', 'ainda por enviar', 'voltou', 'voltamos'])
  admin.socket.disconnect()
})

const COMPANIES = ['auth', 'billing', 'campaigns', 'messaging_gateway', 'realtime', 'tickets'].map(
  (schema) => `${schema}.directory_companies`,
)
/* What has a time at which something happens, and comes back as it was. */
const GOES_ON = [
  // When its subscription is due.
  ...['auth.companies', 'billing.companies', ...COMPANIES],
  // Numbers are checked, documents moved, old messages erased: nobody is told.
  ...['campaigns.contact_list_items', 'tickets.message_documents', 'tickets.retention_rules'],
  // The pace of a number.
  'messaging_gateway.lanes',
]

it('what acts by itself is left out, changed, or known to go on', async () => {
  const rules = await readFile(path.join(SCRIPTS, 'support/company-restore.mjs'), 'utf8')
  const tables = await desk.pg.sql<{ schema: string; table: string; columns: string[] }>(`
    SELECT n.nspname AS schema, c.relname AS table, array_agg(a.attname::text) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema)' GROUP BY 1, 2`)
  const acts =
    /^(next_.*|.*due_at|.*claimed_until|check_at|look_at|not_before|tries|moving_until|rating_at|wanted)$/
  const undecided = tables
    .filter(({ columns }) => columns.includes('company_id') && columns.some((name) => acts.test(name)))
    .filter(({ schema, table }) => !rules.includes(`'${schema}.${table}'`) && !rules.includes(`'${table}'`))
    .map(({ schema, table }) => `${schema}.${table}`)
  expect(undecided.sort()).toEqual(GOES_ON.sort())
})
