import { companyId, connectionId, messageId, noTemplateContent, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { testDatabase, testPorts, type TestDatabase, type TestPorts } from '@balcao/testkit'

import { PgAddressBookStore } from '../src/adapters/postgres/pg-address-book-store'
import { PgCloudAccountStore } from '../src/adapters/postgres/pg-cloud-account-store'
import { PgCloudSignupStore } from '../src/adapters/postgres/pg-cloud-signup-store'
import { PgConversationStore } from '../src/adapters/postgres/pg-conversation-store'
import { PgDeliveryReportStore } from '../src/adapters/postgres/pg-delivery-report-store'
import { PgMessageTemplateStore } from '../src/adapters/postgres/pg-message-template-store'
import { PgNetworkEventStore } from '../src/adapters/postgres/pg-network-event-store'
import { PgNumberCheckStore } from '../src/adapters/postgres/pg-number-check-store'
import { PgPictureStore } from '../src/adapters/postgres/pg-picture-store'
import { PgSessionEndStore } from '../src/adapters/postgres/pg-session-end-store'
import { PgSessionTroubleStore } from '../src/adapters/postgres/pg-session-trouble-store'
import { pgDataKeys } from '../src/adapters/postgres/pg-signal-vault-keys'
import { PgWebVersionStore } from '../src/adapters/postgres/pg-web-version-store'
import { messagingGatewayMigrations } from '../src/migrations'
import { SCHEMA } from './support'

const OURS = companyId(1)
const THEIRS = companyId(2)
const LINE = connectionId(7)
const JID = '5511999990001@s.whatsapp.net'
const NUMBER = '5511999990001'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute))
const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

const books = new PgAddressBookStore()
const accounts = new PgCloudAccountStore()
const signups = new PgCloudSignupStore()
const conversations = new PgConversationStore()
const events = new PgNetworkEventStore()
const reports = new PgDeliveryReportStore()
const numbers = new PgNumberCheckStore()
const pictures = new PgPictureStore()
const templates = new PgMessageTemplateStore()
const ends = new PgSessionEndStore()
const troubles = new PgSessionTroubleStore()
const versions = new PgWebVersionStore()

let pg: TestDatabase
let db: TestPorts['db']

const inTenant = <T>(company: CompanyId, work: (tx: Tx) => Promise<T>) => db.withTenant(company, work)
const own = <T>(work: (tx: Tx) => Promise<T>) => inTenant(OURS, work)
const platform = <T>(work: (tx: Tx) => Promise<T>) => db.asPlatform(work)
const snapshot = (table: string) => pg.sql(`SELECT * FROM ${SCHEMA}.${table} ORDER BY 1, 2, 3`)

const TABLES = [
  'address_book',
  'cloud_accounts',
  'cloud_signups',
  'conversation_moves',
  'delivery_reports',
  'delivery_webhooks',
  'message_templates',
  'network_events',
  'number_checks',
  'pictures',
  'session_ends',
  'session_troubles',
  'signal_data_keys',
]

const picture = { jid: JID, key: 'blob', hash: 'ff', staleKey: '', askedAt: at(0) }
const check = { asked: NUMBER, exists: true, number: NUMBER, checkedAt: at(0) }
const dataKey = { version: 1, masterKeyId: 'm1', wrapped: Buffer.from([1, 2, 0, 255]) }
const move = {
  id: uuid(1),
  connectionId: LINE,
  kind: 'merge' as const,
  toId: uuid(2),
  fromId: uuid(3),
  aliases: [`phone:${NUMBER}`],
  by: 'network',
  at: at(0),
}
const buildReport = (webhookId: number, index: number, companyId = OURS) => ({
  id: uuid(index),
  companyId,
  webhookId,
  connectionId: LINE,
  messageId: messageId(uuid(50)),
  ack: 2,
  failure: '',
  occurredAt: at(0),
  tries: 0,
  triedSince: at(0),
})
const addWebhook = (company: CompanyId) =>
  inTenant(company, (tx) =>
    reports.insertWebhook(tx, {
      companyId: company,
      connectionId: LINE,
      url: 'https://desk.example.test/status',
      sealedSecret: 'sealed',
      createdAt: at(0),
    }),
  )

const template = {
  companyId: OURS,
  connectionId: LINE,
  id: '1689556908129832',
  name: 'pedido_saiu',
  language: 'pt_BR',
  category: 'UTILITY' as const,
  state: 'APPROVED' as const,
  reason: '',
  quality: 'GREEN' as const,
  content: { ...noTemplateContent, body: 'O seu pedido saiu.' },
  askedAt: at(0),
}

const account = {
  companyId: OURS,
  connectionId: LINE,
  phoneNumberId: '1065',
  businessAccountId: '1022',
  sealedToken: 'sealed',
  sealedAppSecret: 'sealed',
  sealedFormerSecret: null,
  formerSecretUntil: null,
  verifyHash: 'hash',
  sealedPin: 'sealed',
  displayNumber: '',
  verifiedName: '',
  quality: '',
  checkedAt: at(0),
}
const buildEvent = (index: number, companyId = OURS) => ({
  id: uuid(index),
  companyId,
  connectionId: LINE,
  chat: `chat:${NUMBER}`,
  kind: 'message' as const,
  body: '{}',
  receivedAt: at(0),
  tries: 0,
  claimedUntil: null,
})

beforeAll(async () => {
  pg = await testDatabase([messagingGatewayMigrations])
  ;({ db } = testPorts(pg, SCHEMA))
})

afterAll(() => pg.close())

beforeEach(async () => {
  await pg.empty(...TABLES.map((table) => `${SCHEMA}.${table}`))
})

const number = { displayNumber: '+1', verifiedName: 'x', quality: 'RED' }

/* Row-level security and the statements' own conditions: each must be enough alone. */
describe.each([
  [
    'another company, which names itself',
    THEIRS,
    <T>(work: (tx: Tx) => Promise<T>) => inTenant(THEIRS, work),
  ],
  [
    'another company, which names the owner',
    OURS,
    <T>(work: (tx: Tx) => Promise<T>) => inTenant(THEIRS, work),
  ],
  ['the platform, which names another company', THEIRS, platform],
])('for %s', (_name, as, through) => {
  it('credentials of the official API and what its webhook brought are not there and stay', async () => {
    await own(async (tx) => {
      await accounts.save(tx, account)
      await events.insert(tx, [buildEvent(60), buildEvent(61)])
      await events.bury(tx, buildEvent(61), 'unreadable', at(1))
    })
    const before = [await snapshot('cloud_accounts'), await snapshot('network_events')]
    expect(await through((tx) => accounts.find(tx, as, LINE))).toBeUndefined()
    await through((tx) => accounts.saveNumber(tx, as, LINE, { ...number, checkedAt: at(9) }))
    await through((tx) => accounts.delete(tx, as, LINE))
    expect(await through((tx) => events.countDead(tx, as, LINE))).toBe(0)
    for (const event of [buildEvent(60, as), buildEvent(61, as)]) {
      await through((tx) => events.renew(tx, [event], at(9)))
      await through((tx) => events.postpone(tx, event, at(9), 'x'))
      await through((tx) => events.bury(tx, event, 'x', at(9)))
      await through((tx) => events.delete(tx, event))
      await expect(through((tx) => events.fence(tx, event))).rejects.toMatchObject({ code: 'ERR_LEASE_LOST' })
    }
    await through((tx) => events.deleteOf(tx, as, LINE))
    expect([await snapshot('cloud_accounts'), await snapshot('network_events')]).toEqual(before)
  })

  it('an embedded sign-up and its token are not there and stay', async () => {
    await own((tx) =>
      signups.save(tx, {
        companyId: OURS,
        connectionId: LINE,
        codeHash: 'hash',
        state: 'exchanged',
        sealedToken: 'sealed',
        sealedPin: 'sealed',
        begunAt: at(0),
      }),
    )
    const before = await snapshot('cloud_signups')
    expect(await through((tx) => signups.find(tx, as, LINE))).toBeUndefined()
    await through((tx) => signups.delete(tx, as, LINE))
    expect(await snapshot('cloud_signups')).toEqual(before)
  })

  it('message templates are not there and stay', async () => {
    await own((tx) => templates.save(tx, template))
    const before = await snapshot('message_templates')
    expect(await through((tx) => templates.list(tx, as, LINE))).toEqual([])
    expect(await through((tx) => templates.find(tx, as, LINE, template.id))).toBeUndefined()
    expect(await through((tx) => templates.findByName(tx, as, LINE, template))).toBeUndefined()
    await through((tx) => templates.delete(tx, as, LINE, template.id))
    await through((tx) => templates.deleteOlder(tx, as, LINE, at(9)))
    await through((tx) => templates.deleteOf(tx, as, LINE))
    expect(await snapshot('message_templates')).toEqual(before)
  })

  it('what lookups have learned is not there and stays', async () => {
    await own(async (tx) => {
      await books.save(tx, OURS, LINE, { entries: [{ number: NUMBER, name: 'Joana' }], now: at(0) })
      await numbers.save(tx, OURS, 'beta', [check])
      await pictures.save(tx, OURS, LINE, picture)
    })
    const before = await Promise.all(TABLES.map(snapshot))
    expect(await through((tx) => books.list(tx, as, LINE, 10))).toEqual([])
    expect(await through((tx) => numbers.find(tx, as, 'beta', NUMBER))).toBeUndefined()
    expect(await through((tx) => pictures.find(tx, as, LINE, JID))).toBeUndefined()
    await through((tx) => books.clear(tx, as, LINE))
    expect(await Promise.all(TABLES.map(snapshot))).toEqual(before)
  })

  it('ends of sessions and logged moves are not there and stay', async () => {
    await own(async (tx) => {
      await ends.add(tx, OURS, { connectionId: LINE, reason: 'logged-out', at: at(0) })
      await conversations.log(tx, OURS, move)
    })
    const before = await Promise.all(TABLES.map(snapshot))
    expect(await through((tx) => ends.listSince(tx, as, LINE, at(-60)))).toEqual([])
    expect(await through((tx) => conversations.lockMove(tx, as, move.id))).toBeUndefined()
    expect(await through((tx) => conversations.listMoves(tx, as, LINE, 10))).toEqual([])
    await through((tx) => conversations.markUndone(tx, as, move.id, { by: 'x', at: at(9) }))
    expect(await Promise.all(TABLES.map(snapshot))).toEqual(before)
  })

  it('webhooks and their reports are not there and stay', async () => {
    const webhook = await addWebhook(OURS)
    const report = buildReport(webhook.id, 1)
    await own(async (tx) => {
      await reports.insert(tx, report)
      await reports.bury(tx, report, 'HTTP 500', at(1))
    })
    const before = await Promise.all(TABLES.map(snapshot))
    const theirs = { ...report, companyId: as }
    expect(await through((tx) => reports.listWebhooks(tx, as, LINE))).toEqual([])
    expect(await through((tx) => reports.findWebhook(tx, as, webhook.id))).toBeUndefined()
    expect((await through((tx) => reports.countReports(tx, as, LINE))).size).toBe(0)
    expect(await through((tx) => reports.deleteWebhook(tx, as, LINE, webhook.id))).toBe(false)
    expect(await through((tx) => reports.pageDead(tx, as, LINE, { offset: 0, limit: 20 }))).toEqual({
      items: [],
      count: 0,
    })
    for (const id of [undefined, report.id])
      expect(await through((tx) => reports.replay(tx, as, LINE, { id, now: at(2) }))).toBe(0)
    await through((tx) => reports.postpone(tx, theirs, at(9), 'x'))
    await through((tx) => reports.bury(tx, theirs, 'x', at(9)))
    await through((tx) => reports.delete(tx, theirs))
    expect(await Promise.all(TABLES.map(snapshot))).toEqual(before)
  })

  it('a data key is not there and stays', async () => {
    await own((tx) => pgDataKeys.insertDataKey(tx, OURS, dataKey, at(0)))
    const before = await Promise.all(TABLES.map(snapshot))
    expect(await through((tx) => pgDataKeys.findCurrentDataKey(tx, as))).toBeUndefined()
    expect(await through((tx) => pgDataKeys.lockCurrentDataKey(tx, as))).toBeUndefined()
    expect(await through((tx) => pgDataKeys.retireDataKey(tx, as, 1, at(1)))).toBe(false)
    const next = { ...dataKey, masterKeyId: 'm2' }
    expect(await through((tx) => pgDataKeys.rewrapDataKey(tx, as, dataKey, next))).toBe(false)
    expect(await through((tx) => pgDataKeys.dropDataKey(tx, as, 1))).toBe(false)
    expect(await Promise.all(TABLES.map(snapshot))).toEqual(before)
  })
})

describe('what lookups have learned', () => {
  it('is replaced by what is learned later, and forgotten by age', async () => {
    const later = { ...check, exists: false, checkedAt: at(5) }
    const other = { asked: '5511999990002', exists: true, number: '551199990002', checkedAt: at(0) }
    await own((tx) => numbers.save(tx, OURS, 'beta', [other, check]))
    await own((tx) => numbers.save(tx, OURS, 'beta', [later]))
    expect(await own((tx) => numbers.find(tx, OURS, 'beta', NUMBER))).toMatchObject(later)
    expect(await own((tx) => numbers.find(tx, OURS, 'simulated', NUMBER))).toBeUndefined()
    await platform((tx) => numbers.sweep(tx, at(5)))
    expect(await own((tx) => numbers.find(tx, OURS, 'beta', other.asked))).toBeUndefined()
    expect(await own((tx) => numbers.find(tx, OURS, 'beta', NUMBER))).toMatchObject(later)

    const changed = { ...picture, key: 'next', staleKey: 'blob', askedAt: at(5) }
    await own((tx) => pictures.save(tx, OURS, LINE, picture))
    await own((tx) => pictures.save(tx, OURS, LINE, changed))
    expect(await own((tx) => pictures.find(tx, OURS, LINE, JID))).toMatchObject(changed)
  })

  it('of the address book is listed by name, whatever its case, and cleared by connection', async () => {
    const entries = [
      { number: '3', name: 'bia' },
      { number: '1', name: 'Ana' },
      { number: '2', name: 'ana' },
    ]
    await own((tx) => books.save(tx, OURS, LINE, { entries, now: at(0) }))
    await own((tx) =>
      books.save(tx, OURS, connectionId(8), { entries: [{ number: '9', name: 'Zé' }], now: at(0) }),
    )
    expect(await own((tx) => books.list(tx, OURS, LINE, 10))).toEqual([entries[1], entries[2], entries[0]])
    expect(await own((tx) => books.list(tx, OURS, LINE, 1))).toEqual([entries[1]])
    await own((tx) => books.clear(tx, OURS, LINE))
    expect(await own((tx) => books.list(tx, OURS, LINE, 10))).toEqual([])
    expect(await own((tx) => books.list(tx, OURS, connectionId(8), 10))).toHaveLength(1)
  })
})

it('ends and troubles of sessions are listed oldest first, and forgotten by age', async () => {
  for (const minute of [1, 3, 2])
    await own(async (tx) => {
      await ends.add(tx, OURS, { connectionId: LINE, reason: 'lost', at: at(minute) })
      await troubles.add(tx, OURS, { connectionId: LINE, kind: 'pre-keys', at: at(minute) })
    })
  const since = async (minute: number) =>
    (await own((tx) => ends.listSince(tx, OURS, LINE, at(minute)))).map((end) => end.at)
  expect(await since(2)).toEqual([at(3), at(2)])
  await platform(async (tx) => {
    await ends.sweep(tx, at(3))
    await troubles.sweep(tx, at(3))
  })
  expect(await since(0)).toEqual([at(3)])
  expect((await snapshot('session_troubles')).map((row) => row['happened_at'])).toEqual([at(3)])
})

it('a logged move is undone once, with who did it and when', async () => {
  await own((tx) => conversations.log(tx, OURS, move))
  expect(await own((tx) => conversations.lockMove(tx, OURS, move.id))).toMatchObject({
    ...move,
    undoneAt: undefined,
    undoneBy: '',
  })
  await own((tx) => conversations.markUndone(tx, OURS, move.id, { by: 'admin', at: at(5) }))
  expect(await own((tx) => conversations.listMoves(tx, OURS, LINE, 10))).toMatchObject([
    { ...move, undoneAt: at(5), undoneBy: 'admin' },
  ])
})

it('reports are counted by webhook; dead ones are paged newest first and replayed one by one or all', async () => {
  const [webhook, other, theirs] = [await addWebhook(OURS), await addWebhook(OURS), await addWebhook(THEIRS)]
  expect((await own((tx) => reports.listWebhooks(tx, OURS, LINE))).map(({ id }) => id)).toEqual([
    webhook.id,
    other.id,
  ])
  const dead = [1, 2, 3].map((index) => buildReport(webhook.id, index))
  await own(async (tx) => {
    await reports.insert(tx, buildReport(webhook.id, 9))
    for (const report of dead) await reports.insert(tx, report)
    // Two at the same time: the later report comes first.
    for (const [index, report] of dead.entries())
      await reports.bury(tx, report, `HTTP ${index}`, at(index === 0 ? 8 : 7))
  })
  await inTenant(THEIRS, async (tx) => {
    await reports.insert(tx, buildReport(theirs.id, 20, THEIRS))
    await reports.bury(tx, buildReport(theirs.id, 20, THEIRS), 'HTTP 500', at(9))
  })
  expect([...(await own((tx) => reports.countReports(tx, OURS, LINE)))]).toEqual([
    [webhook.id, { waiting: 1, dead: 3 }],
  ])
  const page = (offset: number, limit: number) =>
    own((tx) => reports.pageDead(tx, OURS, LINE, { offset, limit }))
  const all = await page(0, 20)
  expect(all.count).toBe(3)
  expect(all.items.map(({ id, reason, deadAt }) => [id, reason, deadAt])).toEqual([
    [uuid(1), 'HTTP 0', at(8)],
    [uuid(3), 'HTTP 2', at(7)],
    [uuid(2), 'HTTP 1', at(7)],
  ])
  expect((await page(2, 1)).items.map(({ id }) => id)).toEqual([uuid(2)])

  const replay = (id?: string) => own((tx) => reports.replay(tx, OURS, LINE, { id, now: at(10) }))
  expect([await replay(uuid(1)), await replay(uuid(1)), await replay(uuid(9)), await replay()]).toEqual([
    1, 0, 0, 2,
  ])
  const due = { now: at(10), until: at(11), limit: 10, perCompany: 10 }
  const claimed = await platform((tx) => reports.claim(tx, due))
  // Of one message and webhook the oldest alone.
  expect(claimed).toMatchObject([{ id: uuid(9), tries: 1 }])
  await own((tx) => reports.delete(tx, buildReport(webhook.id, 9)))
  expect(await platform((tx) => reports.claim(tx, due))).toMatchObject([
    { id: uuid(1), tries: 1, triedSince: at(10) },
  ])
  await platform((tx) => reports.sweep(tx, at(10)))
  expect(await snapshot('delivery_reports')).toHaveLength(3)
  expect(await own((tx) => reports.deleteWebhook(tx, OURS, LINE, webhook.id))).toBe(true)
  expect(await snapshot('delivery_reports')).toEqual([])
})

describe('data keys', () => {
  const insert = (company: CompanyId, version: number, minute: number, masterKeyId = 'm1') =>
    inTenant(company, (tx) =>
      pgDataKeys.insertDataKey(tx, company, { ...dataKey, version, masterKeyId }, at(minute)),
    )

  it('are one a company until it is retired, and rewrapped from what was read only', async () => {
    await insert(OURS, 1, 0)
    await insert(OURS, 2, 1)
    expect(await snapshot('signal_data_keys')).toHaveLength(1)
    expect(await own((tx) => pgDataKeys.lockCurrentDataKey(tx, OURS))).toMatchObject(dataKey)
    const next = { ...dataKey, masterKeyId: 'm2', wrapped: Buffer.from([7]) }
    expect(await own((tx) => pgDataKeys.rewrapDataKey(tx, OURS, dataKey, next))).toBe(true)
    expect(await own((tx) => pgDataKeys.rewrapDataKey(tx, OURS, dataKey, next))).toBe(false)
    expect(await own((tx) => pgDataKeys.findCurrentDataKey(tx, OURS))).toMatchObject(next)
    expect(await own((tx) => pgDataKeys.retireDataKey(tx, OURS, 1, at(2)))).toBe(true)
    expect(await own((tx) => pgDataKeys.retireDataKey(tx, OURS, 1, at(2)))).toBe(false)
    expect(await own((tx) => pgDataKeys.findCurrentDataKey(tx, OURS))).toBeUndefined()
    expect(await own((tx) => pgDataKeys.dropDataKey(tx, OURS, 1))).toBe(true)
  })

  it('of all companies are listed by master key from a place on, by age, and once retired', async () => {
    await insert(OURS, 1, 3)
    await own((tx) => pgDataKeys.retireDataKey(tx, OURS, 1, at(5)))
    await insert(OURS, 2, 5, 'm2')
    await insert(THEIRS, 1, 1)
    const foreign = async (masterKeyId: string, after = { companyId: 0, version: 0 }) =>
      (await platform((tx) => pgDataKeys.listForeignDataKeys(tx, masterKeyId, after, 10))).map(
        ({ companyId: company, version }) => [company, version],
      )
    expect(await foreign('m3')).toEqual([
      [OURS, 1],
      [OURS, 2],
      [THEIRS, 1],
    ])
    expect(await foreign('m3', { companyId: OURS, version: 1 })).toEqual([
      [OURS, 2],
      [THEIRS, 1],
    ])
    expect(await foreign('m1')).toEqual([[OURS, 2]])
    const aged = await platform((tx) => pgDataKeys.listAgedDataKeys(tx, at(5), 10))
    expect(aged.map(({ companyId: company }) => company)).toEqual([THEIRS])
    const retired = await platform((tx) => pgDataKeys.listRetiredDataKeys(tx, 10))
    expect(retired).toMatchObject([{ companyId: OURS, version: 1, wrapped: dataKey.wrapped }])
  })
})

it('the web client’s version is the newest that was fetched; a success ends a failure', async () => {
  expect(await platform((tx) => versions.read(tx))).toEqual({
    version: undefined,
    checkedAt: undefined,
    failedAt: undefined,
  })
  await platform((tx) => versions.saveFailure(tx, at(1)))
  expect(await platform((tx) => versions.read(tx))).toMatchObject({ version: undefined, failedAt: at(1) })
  await platform((tx) => versions.saveVersion(tx, [2, 3000, 9_000_000_000], at(2)))
  await platform((tx) => versions.saveVersion(tx, [2, 2999, 9_000_000_001], at(3)))
  await platform((tx) => versions.saveFailure(tx, at(4)))
  expect(await platform((tx) => versions.read(tx))).toMatchObject({
    version: [2, 3000, 9_000_000_000],
    checkedAt: at(3),
    failedAt: at(4),
  })
  await platform((tx) => versions.saveVersion(tx, [2, 3001, 0], at(5)))
  expect(await platform((tx) => versions.read(tx))).toMatchObject({
    version: [2, 3001, 0],
    checkedAt: at(5),
    failedAt: undefined,
  })
  // It belongs to no company.
  expect(await own((tx) => versions.read(tx))).toMatchObject({ version: undefined })
})
