import { companyId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { systemClock, type Subscription } from '@balcao/kernel'
import {
  createDeadEvents,
  createInProcessTransport,
  dropDeadEvents,
  eventPartitionJobs,
  listMentions,
  query,
  startRelay,
  type DeadEvents,
  type Mentions,
} from '@balcao/platform'
import { testDatabase, testPorts, waitFor, type TestDatabase, type TestPorts } from '@balcao/testkit'

describe('dead deadEvents', () => {
  let pg: TestDatabase
  let ports: TestPorts
  let deadEvents: DeadEvents
  let isBroken = true
  let relay: ReturnType<typeof startRelay>
  let sendEvents: () => void
  const handled: string[] = []
  const subscription: Subscription = {
    group: 'desk.settings',
    topic: 'auth',
    cases: ['settingChanged'],
    async handle({ event }) {
      if (isBroken) throw new Error('no such setting')
      handled.push(event.eventId)
    },
  }

  beforeAll(async () => {
    pg = await testDatabase([{ schema: 'desk', migrations: [] }])
    ports = testPorts(pg, 'desk')
    deadEvents = createDeadEvents(ports.db, [subscription])
    const transport = createInProcessTransport({
      consumers: [{ subscription, db: ports.db }],
      retryDelaysMs: [],
    })
    sendEvents = () => (relay = startRelay({ db: pg.db('desk'), transport }))
    sendEvents()
    pg.onClose(async () => {
      await relay.stop()
      await transport.stop()
    })
  })

  const die = async (company: number) => {
    isBroken = true
    const event = deskEvent(ports, orderingKeys.company(companyId(company)), 'settingChanged', {
      key: 'k',
      value: 'v',
    })
    await ports.db.withTenant(companyId(company), (tx) => ports.events.append(tx, [event]))
    return waitFor(async () =>
      (await deadEvents.list({ size: 10 })).items.find((dead) => dead.eventId === event.eventId),
    )
  }

  it('are listed newest first, of every company, page by page', async () => {
    const [older, newer] = [await die(1), await die(2)]
    const first = await deadEvents.list({ size: 1 })
    expect(first).toMatchObject({
      hasMore: true,
      items: [
        {
          id: newer.id,
          companyId: 2,
          consumer: 'desk.settings',
          type: 'settingChanged',
          error: 'Error: no such setting',
        },
      ],
    })
    expect(await deadEvents.list({ size: 1, beforeId: newer.id })).toMatchObject({
      hasMore: false,
      items: [{ id: older.id, companyId: 1 }],
    })
  })

  it('leave the list when their replay works, and stay with the new error when it does not', async () => {
    const dead = await die(1)
    expect(await deadEvents.replay(dead.id)).toEqual({ handled: false, error: 'Error: no such setting' })
    expect((await deadEvents.list({ size: 10 })).items.find((item) => item.id === dead.id)?.attempts).toBe(
      dead.attempts + 1,
    )
    isBroken = false
    expect(await deadEvents.replay(dead.id)).toEqual({ handled: true })
    expect(handled).toEqual([dead.eventId])
    await expect(deadEvents.replay(dead.id)).rejects.toMatchObject({ code: 'ERR_NO_EVENT_FOUND' })
  })

  it('are not handled by a replay when they are not what their record says', async () => {
    const dead = await die(1)
    await pg.sql(`UPDATE desk.dead_events SET topic = 'billing' WHERE id = $1`, [dead.id])
    isBroken = false
    const handledBefore = handled.length
    expect(await deadEvents.replay(dead.id)).toEqual({
      handled: false,
      error: 'Error: settingChanged belongs to topic auth and came by billing',
    })
    expect(handled).toHaveLength(handledBefore)
  })

  it('can be dropped once', async () => {
    const dead = await die(2)
    await deadEvents.drop(dead.id)
    await expect(deadEvents.drop(dead.id)).rejects.toMatchObject({ code: 'ERR_NO_EVENT_FOUND' })
    expect((await deadEvents.list({ size: 10 })).items.map((item) => item.id)).not.toContain(dead.id)
  })

  it('does not show a company the dead events of another', async () => {
    await die(2)
    const rows = await pg
      .db('desk')
      .withTenant(companyId(1), (tx) => query(tx, 'SELECT DISTINCT company_id FROM dead_events'))
    expect(rows).toEqual([{ company_id: 1 }])
  })

  it('sweeps sent events within a day, claims after 8 and dead events after 30, never what is unsent', async () => {
    await waitFor(async () => (await pg.sql('SELECT FROM desk.outbox WHERE NOT sent')).length === 0)
    // It would send the row that is to stay unsent.
    await relay.stop()
    await pg.empty('desk.outbox', 'desk.dead_events')
    const row = `gen_random_uuid(), 1, 'k', 0, 'none', 'none', '{}'`
    await pg.sql(`INSERT INTO desk.outbox (id, company_id, ordering_key, shard, topic, type, body, created_at, sent) VALUES
      (${row}, now() - interval '25 hours', true), (${row}, now() - interval '25 hours', false), (${row}, now() - interval '11 hours', true)`)
    await pg.sql(`INSERT INTO desk.inbox (consumer, event_id, claimed_at) VALUES
      ('c', gen_random_uuid(), now() - interval '9 days'), ('c', gen_random_uuid(), now() - interval '7 days')`)
    const dead = `'c', gen_random_uuid(), 1, 'k', 'none', 'none', '{}', 5, 'Error'`
    await pg.sql(`INSERT INTO desk.dead_events (consumer, event_id, company_id, ordering_key, topic, type, body, attempts, error, died_at) VALUES
      (${dead}, now() - interval '31 days'), (${dead}, now() - interval '29 days')`)
    for (const job of eventPartitionJobs('desk', ports.db, systemClock))
      await job.run(new AbortController().signal)
    expect(
      await pg.sql(
        "SELECT sent, now() - created_at < interval '1 day' AS young FROM desk.outbox ORDER BY seq",
      ),
    ).toEqual([
      { sent: false, young: false },
      { sent: true, young: true },
    ])
    await pg.sql('DELETE FROM desk.outbox')
    sendEvents()
    expect(await pg.sql("SELECT count(*)::int AS n FROM desk.inbox WHERE consumer = 'c'")).toEqual([{ n: 1 }])
    expect(
      await pg.sql("SELECT now() - died_at < interval '30 days' AS young FROM desk.dead_events"),
    ).toEqual([{ young: true }])
  })

  it('drops dead events about what was erased, of that company only, and keeps the news of a deletion', async () => {
    await pg.empty('desk.dead_events')
    const write = (id: number, company: number, type: string, body: object) =>
      pg.sql(`INSERT INTO desk.dead_events (id, consumer, event_id, company_id, ordering_key, topic, type, body, attempts, error)
        VALUES (${id}, 'c', gen_random_uuid(), ${company}, 'k', 'none', '${type}', '${JSON.stringify(body)}', 5, 'Error')`)
    const message = '019c0000-0000-7000-9000-000000000001'
    await write(1, 1, 'messageReceived', { contact: { number: '5511988887777' } })
    await write(2, 2, 'messageReceived', { contact: { number: '5511988887777' } })
    await write(3, 1, 'scheduleChanged', { schedule: { contactId: 5, body: 'x' } })
    await write(4, 1, 'scheduleChanged', { schedule: { contactId: 55, body: 'x' } })
    await write(5, 1, 'outboundRequested', { messageId: message, body: 'x' })
    await write(6, 1, 'outboundRevokeRequested', { messageId: message })
    const drop = (mentions: Mentions) =>
      pg.db('desk').withTenant(companyId(1), (tx) => dropDeadEvents(tx, companyId(1), mentions))
    const event = (body: Pick<DeskEvent, 'body'>) => ({ ...body, companyId: companyId(1) }) as DeskEvent
    const value = {
      contactId: 5,
      relatedIds: [],
      messageIds: [message],
      forgotten: false,
      contactGone: false,
    }
    await drop(listMentions(event({ body: { $case: 'messagesErased', value } })))
    const left = () => pg.sql<{ id: number }>('SELECT id::int FROM desk.dead_events ORDER BY id')
    expect((await left()).map(({ id }) => id)).toEqual([1, 2, 3, 4, 6])
    const contact = { contactId: 5, formerIds: [], identities: [{ kind: 'phone', value: '551188887777' }] }
    await drop(listMentions(event({ body: { $case: 'contactErased', value: contact } })))
    expect((await left()).map(({ id }) => id)).toEqual([2, 4, 6])
  })

  it('of kinds that an older build did not know are handled by this one, or dropped when no group wants them', async () => {
    const [wanted, ofOldBuild] = [await die(1), await die(1)]
    const [unwanted, stillUnknown, failed] = [await die(2), await die(1), await die(2)]
    const unknown = 'this build does not know this kind of event'
    await pg.sql('UPDATE desk.dead_events SET error = $1 WHERE id <> $2', [unknown, failed.id])
    await pg.sql(`UPDATE desk.dead_events SET error = 'Error: ' || error WHERE id = $1`, [ofOldBuild.id])
    await pg.sql(`UPDATE desk.dead_events SET type = 'userDeleted' WHERE id = $1`, [unwanted.id])
    await pg.sql(`UPDATE desk.dead_events SET type = 'fromTheFuture' WHERE id = $1`, [stillUnknown.id])
    isBroken = false
    await deadEvents.replayUnknownKinds(new AbortController().signal)
    expect(handled).toEqual(expect.arrayContaining([wanted.eventId, ofOldBuild.eventId]))
    expect(handled).not.toContain(unwanted.eventId)
    const left = (await deadEvents.list({ size: 100 })).items.map(({ id }) => id)
    expect(left).toEqual(expect.arrayContaining([failed.id, stillUnknown.id]))
    expect(left).not.toContain(wanted.id)
    expect(left).not.toContain(ofOldBuild.id)
    expect(left).not.toContain(unwanted.id)
  })
})
