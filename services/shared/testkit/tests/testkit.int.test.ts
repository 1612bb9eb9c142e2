import { companyId, queueId, userId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'
import {
  deliverAll,
  describeBlobStore,
  readOutbox,
  fakeRpc,
  givenSession,
  memoryBlobs,
  testDatabase,
  testPorts,
  fakeToken,
  waitFor,
  type TestDatabase,
} from '@balcao/testkit'

describeBlobStore('memory', () => Promise.resolve(memoryBlobs()))

describe('the testkit', () => {
  let pg: TestDatabase
  const acme = companyId(7)

  beforeAll(async () => {
    pg = await testDatabase(['near', 'far'].map((schema) => ({ schema, migrations: [] })))
  })

  const subscription = (topic: Subscription['topic'], handle: Subscription['handle']): Subscription => ({
    group: 'far.test',
    topic,
    cases: ['settingChanged', 'planChanged'],
    handle,
  })

  it('gives each file a database of its own', async () => {
    const other = await testDatabase([{ schema: 'near', migrations: [] }])
    await other.sql("INSERT INTO near.inbox (consumer, event_id) VALUES ('c', gen_random_uuid())")
    expect(await pg.sql('SELECT * FROM near.inbox')).toEqual([])
    expect(other.admin.database).not.toBe(pg.admin.database)
  })

  it('delivers events, and those that consumers append, in order and once', async () => {
    const [near, far] = [testPorts(pg, 'near'), testPorts(pg, 'far')]
    const append = (ports: typeof near, n: number) =>
      ports.db.withTenant(acme, (tx) =>
        ports.events.append(tx, [
          deskEvent(ports, orderingKeys.company(acme), 'settingChanged', { key: 'n', value: String(n) }),
        ]),
      )
    const seen: string[] = []
    const consumers = [
      subscription('auth', async ({ event }) => {
        if (event.body.$case !== 'settingChanged') return
        seen.push(event.body.value.value)
        if (event.body.value.value === '1') await append(far, 10)
      }),
    ]
    await append(near, 1)
    await append(near, 2)
    await deliverAll(pg, ['near', 'far'], consumers)
    await deliverAll(pg, ['near', 'far'], consumers)
    expect(seen).toEqual(['1', '2', '10'])
    expect((await readOutbox(pg, 'near', 'settingChanged')).map((event) => event.body.value.value)).toEqual([
      '1',
      '2',
    ])
    expect(await readOutbox(pg, 'near', 'planChanged')).toEqual([])
  })

  it("makes a consumer's error the test's error", async () => {
    const ports = testPorts(pg, 'near')
    await ports.db.withTenant(acme, (tx) =>
      ports.events.append(tx, [
        deskEvent(ports, orderingKeys.company(acme), 'settingChanged', { key: 'n', value: '1' }),
      ]),
    )
    const broken = subscription('auth', () => Promise.reject(new Error('no')))
    await expect(deliverAll(pg, ['near'], [broken])).rejects.toThrow('no')
    await deliverAll(pg, ['near'], [])
  })

  it('knows a session that was put into the directory', async () => {
    const ports = testPorts(pg, 'near')
    const session = await givenSession(pg, 'near', {
      userId: userId(5),
      companyId: acme,
      queueIds: [queueId(3)],
      tokenVersion: 4,
    })
    expect(await ports.sessions.resolve(await ports.tokens.verify(fakeToken(session)))).toMatchObject(session)
    await expect(ports.tokens.verify('expired')).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
    await expect(ports.tokens.verify('forged')).rejects.toMatchObject({ code: 'ERR_UNAUTHORIZED' })
  })

  it('names the rpc that a test forgot to give', async () => {
    await expect(fakeRpc().billing.getEntitlements({ companyId: acme })).rejects.toThrow(
      'The test gave no rpc.billing.getEntitlements',
    )
  })

  it('waits for what comes true, and tells what it last saw when it does not', async () => {
    let asked = 0
    expect(await waitFor(() => (asked += 1) === 3 && 'now')).toBe('now')
    await expect(waitFor(() => expect(1).toBe(2), 30)).rejects.toThrow('toBe')
    await expect(waitFor(() => false, 30)).rejects.toThrow('Not true within 30 ms')
  })
})
