import type { CompanyId } from '@balcao/contracts'
import { orderingKeys } from '@balcao/contracts/wire'
import { MINUTE } from '@balcao/kernel'
import { buildEventSchema, findTableDrift, metricsText } from '@balcao/platform'
import { testDatabase, type TestDatabase } from '@balcao/testkit'
import Ajv from 'ajv'

import { PgPublishedPositions } from '../src/adapters/postgres/pg-published-positions'
import { publishedPositionTables } from '../src/adapters/postgres/published-position-table'
import { realtimeMigrations } from '../src/migrations'
import { describeEventTopic, says } from './event-topic.contract'
import { memoryDriver, memoryTopic } from './memory-topic'
import { A, B, buildMessage, buildTicket, openDesk, type Desk } from './support'

describeEventTopic(memoryDriver)

describe('the public events of every company', () => {
  const { topic, records } = memoryTopic()
  let isAway = false
  let pg: TestDatabase
  let desk: Desk

  const publish = () => desk.runJob('realtime.public-events')
  const told = () => records.map(({ body }) => [body.companyId, body.event, body.ticketId])
  const readMetric = async (name: string) =>
    Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`, 'm').exec(await metricsText())?.[1])

  beforeAll(async () => {
    pg = await testDatabase([realtimeMigrations])
    desk = await openDesk(pg, {}, [], {
      ...topic,
      write: (batch, signal) =>
        isAway ? Promise.reject(new Error('no broker')) : topic.write(batch, signal),
    })
  })
  beforeEach(async () => {
    records.length = 0
    isAway = false
    await pg.empty('realtime.feed', 'realtime.feed_heads', 'realtime.published_positions')
  })
  afterAll(() => desk.close())

  it('have a table like its map', async () => {
    for (const table of publishedPositionTables)
      expect(await desk.ports.db.asPlatform((tx) => findTableDrift(tx, table))).toEqual([])
  })

  it('are bodies of the schema that is published', async () => {
    await desk.publish(A, 'messageAppended', {
      message: buildMessage(A),
      ticket: buildTicket(A),
      previous: undefined,
      opensTicket: true,
    })
    await desk.publish(B, 'contactDeleted', { contactId: 5, mergedIntoId: 0 }, orderingKeys.contact(B, 5))
    await publish()
    const isEvent = new Ajv({
      strict: false,
      validateFormats: false,
      meta: false,
      validateSchema: false,
    }).compile(buildEventSchema())
    expect(told()).toHaveLength(3)
    for (const { body } of records) expect([isEvent(body), isEvent.errors]).toEqual([true, null])
  })

  it('are not published without a topic', async () => {
    const without = await openDesk(pg)
    expect(without.service.jobs.filter(({ name }) => name.startsWith('realtime.public-events'))).toEqual([])
    await without.close()
  })

  it('wait for a broker that is away, and say how long', async () => {
    isAway = true
    await says(desk, A, 1, 'oi')
    await says(desk, B, 1, 'oi')
    await expect(publish()).rejects.toThrow('no broker')
    desk.ports.clock.advance(5 * MINUTE)
    await desk.runJob('realtime.public-events-lag')
    expect(await readMetric('balcao_public_events_lag_seconds')).toBeGreaterThanOrEqual(300)
    isAway = false
    await publish()
    await desk.runJob('realtime.public-events-lag')
    expect(await readMetric('balcao_public_events_lag_seconds')).toBe(0)
    expect(told()).toEqual([
      [1, 'message.received', 1],
      [2, 'message.received', 1],
    ])
  })

  it('say nothing of a notice, which is no message of the customer', async () => {
    const message = { ...buildMessage(A), kind: 'numberChanged', body: '+5511955550101 → +5521977776666' }
    await desk.publish(A, 'messageAppended', {
      message,
      ticket: buildTicket(A),
      previous: undefined,
      opensTicket: false,
    })
    await says(desk, B, 1, 'oi')
    await publish()
    expect(told()).toEqual([[2, 'message.received', 1]])
  })

  it('come page by page, companies in turn', async () => {
    for (let n = 0; n < 250; n += 1) await says(desk, A, 1, `a-${n}`)
    await says(desk, B, 1, 'b')
    await publish()
    const companies = records.map(({ body }) => body.companyId)
    expect(companies.length).toBe(251)
    expect(companies.indexOf(2)).toBe(200)
  })

  it('leave out what was erased before it was published', async () => {
    await says(desk, A, 1, 'segredo')
    await desk.publish(A, 'contactErased', { contactId: 5, formerIds: [], identities: [] })
    await publish()
    await says(desk, B, 1, 'theirs')
    await publish()
    expect(told()).toEqual([[2, 'message.received', 1]])
    expect(JSON.stringify(records)).not.toContain('segredo')
    await pg.sql('DELETE FROM realtime.erased_contacts')
  })

  it('end with their company, whose position does not come back', async () => {
    await says(desk, A, 1, 'oi')
    await says(desk, B, 1, 'oi')
    await publish()
    await pg.sql(
      'INSERT INTO realtime.company_erasures (company_id, deleted_at, next_at) VALUES (1, now(), now())',
    )
    // The first of its rows that the erasure deletes.
    await pg.sql('DELETE FROM realtime.published_positions WHERE company_id = 1')
    await says(desk, A, 1, 'late')
    await says(desk, B, 1, 'theirs')
    await publish()
    expect(told()).toEqual([
      [1, 'message.received', 1],
      [2, 'message.received', 1],
      [2, 'message.received', 1],
    ])
    const left = await pg.sql<{ company_id: CompanyId }>(
      'SELECT company_id FROM realtime.published_positions',
    )
    expect(left.map(({ company_id }) => company_id)).toEqual([2])
    await pg.sql('DELETE FROM realtime.company_erasures')
  })

  it('count what the feed dropped before it was published, and go on', async () => {
    await says(desk, A, 1, 'one')
    await publish()
    for (const body of ['two', 'three', 'four']) await says(desk, A, 1, body)
    await pg.sql('DELETE FROM realtime.feed WHERE seq < (SELECT max(seq) FROM realtime.feed)')
    const before = (await readMetric('balcao_public_events_missed_total')) || 0
    await publish()
    expect(records.length).toBe(2)
    expect(await readMetric('balcao_public_events_missed_total')).toBe(before + 2)
    await says(desk, A, 1, 'five')
    await pg.sql('DELETE FROM realtime.feed')
    await publish()
    await publish()
    const positions = new PgPublishedPositions()
    expect(await pg.db('realtime').asPlatform((tx) => positions.listBehind(tx))).toEqual([])
  })

  it('have a position that another company cannot move, and a slower process neither', async () => {
    await says(desk, A, 1, 'oi')
    const positions = new PgPublishedPositions()
    const db = pg.db('realtime')
    await db.asPlatform((tx) => positions.listBehind(tx))
    const ours = { companyId: A, seq: 0 }
    expect(await db.withTenant(B, (tx) => positions.advance(tx, ours, 1))).toBe(false)
    expect(await db.withTenant(A, (tx) => positions.advance(tx, ours, 1))).toBe(true)
    expect(await db.withTenant(A, (tx) => positions.advance(tx, ours, 1))).toBe(false)
  })
})
