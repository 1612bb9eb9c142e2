import type { ConnectionHealth, ConnectionView } from '@balcao/contracts'
import { query } from '@balcao/platform'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import { PgHealthStore } from '../src/adapters/postgres/pg-health-store'
import { PgLaneStore } from '../src/adapters/postgres/pg-lane-store'
import { PgSessionEndStore } from '../src/adapters/postgres/pg-session-end-store'
import { computeSince } from '../src/features/health/read-health'
import { scriptedDriver, type ScriptedDriver } from './scripted-driver'
import {
  acme,
  asksToSend,
  beta,
  connectionId,
  gatewayDatabase,
  messageUuid,
  people,
  SCHEMA,
  startGateway,
  statusIs,
  type Caller,
  type Gateway,
} from './support'

const OURS = '5511400289220'
const THEIRS = '5511999990001'
const HOUR_MS = 3_600_000
const now = new Date('2026-11-22T12:00:00.000Z')
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)

describe('the instant from which is counted', () => {
  it.each([
    ['a day ago unless asked', undefined, ago(24)],
    ['as asked', ago(3), ago(3)],
    ['no longer ago than ends are kept', ago(24 * 40), ago(24 * 30)],
  ])('is %s', (_words, asked, since) => {
    expect(computeSince(asked, now)).toEqual(since)
  })
})

describe('the health of a connection', () => {
  let pg: TestDatabase
  let driver: ScriptedDriver
  let gateway: Gateway
  let admin: Caller
  let agent: Caller
  let foreigner: Caller
  let id: number

  const health = async (query = '') =>
    (await admin<ConnectionHealth>('GET', `/whatsapp/${id}/health${query}`)).body
  const callbacks = () => driver.findRequest(id)!.callbacks
  const ended = (reason: 'lost' | 'replaced', at: Date) =>
    gateway.ports.db.withTenant(acme, (tx) =>
      new PgSessionEndStore().add(tx, acme, { connectionId: connectionId(id), reason, at }),
    )
  /** Sends a message from the desk; resolves with its WhatsApp id. */
  const sent = async (index: number) => {
    await asksToSend(gateway, { messageId: messageUuid(index), connectionId: id, number: THEIRS })
    return waitFor(async () => {
      const [row] = await pg.sql<{ wa_id: string }>(
        `SELECT wa_id FROM ${SCHEMA}.outbound WHERE message_id = $1 AND state = 'SENDING'`,
        [messageUuid(index)],
      )
      return row?.wa_id
    })
  }

  beforeEach(async () => {
    pg = await gatewayDatabase()
    driver = scriptedDriver()
    gateway = await startGateway(pg, { tuning: { drivers: [driver] } })
    ;({ admin, agent, foreigner } = await people(pg, gateway.url))
    id = (await admin<ConnectionView>('POST', '/whatsapp', { name: 'Real', provider: 'beta' })).body.id
    await waitFor(() => Promise.resolve(driver.findRequest(id) !== undefined))
  })

  afterEach(() => pg.close())

  it('is empty while nothing has happened, but for the version', async () => {
    expect(await health()).toEqual({
      since: expect.any(String),
      client: { version: expect.stringMatching(/^2\.3000\.\d+$/), source: 'built-in' },
      ends: [],
      refused: [],
      troubles: [],
      newChats: { begun: 0, cap: expect.any(Number) },
      lastReceivedAt: null,
      lastSentAt: null,
      pausedUntil: null,
    })
  })

  it('counts what the session could not do, of this company only', async () => {
    await callbacks().trouble('history')
    await callbacks().trouble('history')
    await callbacks().trouble('pre-keys')
    expect((await health()).troubles).toMatchObject([
      { kind: 'history', count: 2 },
      { kind: 'pre-keys', count: 1 },
    ])
    const rows = (companyId: typeof acme) =>
      gateway.ports.db.withTenant(companyId, (tx) => query(tx, 'SELECT 1 FROM session_troubles', []))
    expect([(await rows(acme)).length, (await rows(beta)).length]).toEqual([3, 0])
  })

  it('counts the ends of the session by reason, from the instant that was asked for', async () => {
    const at = new Date()
    const before = (hours: number) => new Date(at.getTime() - hours * HOUR_MS)
    for (const hours of [1, 2, 30]) await ended('lost', before(hours))
    await ended('replaced', before(3))
    expect((await health(`?since=${before(4).toISOString()}`)).ends).toEqual([
      { reason: 'lost', count: 2, lastAt: before(1).toISOString() },
      { reason: 'replaced', count: 1, lastAt: before(3).toISOString() },
    ])
    expect((await health(`?since=${before(40).toISOString()}`)).ends[0]).toMatchObject({ count: 3 })
    expect(await admin('GET', `/whatsapp/${id}/health?since=ontem`)).toMatchObject({ status: 400 })
  })

  it('says what was refused and what went out and came in', async () => {
    await driver.says(id, { kind: 'connected', number: OURS })
    await statusIs(admin, id, 'CONNECTED')
    const first = await sent(1)
    expect((await health()).lastSentAt).toBeNull()
    await callbacks().accepted(first)
    await callbacks().rejected(await sent(2), 'refused')
    const { refused, lastSentAt } = await health()
    expect(refused).toEqual([{ code: 'ERR_SENDING_WAPP_MSG', count: 1, lastAt: expect.any(String) }])
    const [row] = await pg.sql<{ sending_at: Date }>(
      `SELECT sending_at FROM ${SCHEMA}.outbound WHERE wa_id = $1`,
      [first],
    )
    expect(lastSentAt).toBe(row?.sending_at.toISOString())
    await callbacks().inbound({
      waId: 'A',
      chat: { phone: THEIRS },
      author: undefined,
      fromMe: false,
      contact: { number: THEIRS, lid: '', name: 'Célia' },
      sender: undefined,
      kind: 'chat',
      body: 'oi',
      media: undefined,
      quotedWaId: '',
      ad: undefined,
      location: undefined,
      vcard: '',
      marks: [],
      sentAt: new Date(),
    })
    expect(Date.parse((await health()).lastReceivedAt ?? '')).toBeGreaterThan(Date.now() - HOUR_MS)
  })

  it('says until when the number is paused, and nothing of a pause that is over', async () => {
    const until = new Date(Date.now() + HOUR_MS)
    const pause = (at: Date) =>
      gateway.ports.db.withTenant(acme, (tx) =>
        new PgLaneStore().pause(tx, acme, connectionId(id), { until: at, strikes: 1 }),
      )
    await pause(until)
    expect((await health()).pausedUntil).toBe(until.toISOString())
    await pause(new Date(Date.now() - 1_000))
    expect((await health()).pausedUntil).toBeNull()
  })

  it('is for administrators of the own company', async () => {
    const ask = async (who: Caller) => {
      const { status, body } = await who('GET', `/whatsapp/${id}/health`)
      return [status, body.error]
    }
    expect(await ask(agent)).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await ask(foreigner)).toEqual([404, 'ERR_NO_WAPP_FOUND'])
  })

  it('of another company’s row is not found', async () => {
    await ended('lost', new Date())
    const counts = await gateway.ports.db.withTenant(beta, (tx) =>
      new PgHealthStore().count(tx, acme, connectionId(id), ago(24 * 30)),
    )
    expect(counts).toEqual({
      ends: [],
      refused: [],
      troubles: [],
      lastReceivedAt: undefined,
      lastSentAt: undefined,
    })
  })
})
