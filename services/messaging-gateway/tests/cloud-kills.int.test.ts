import { connectionId } from '@balcao/contracts'
import { HOUR, type AppError, type Tx } from '@balcao/kernel'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import { PgNetworkEventStore } from '../src/adapters/postgres/pg-network-event-store'
import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import type { NetworkEvent } from '../src/features/network-events'
import {
  addNumber,
  connectNumber,
  makeNotice,
  NOTICE,
  pointWebhook,
  quietGraph,
  startCloudGateway,
  startFront,
  startGraph,
  type CloudNumber,
} from './cloud-rig'
import {
  acme,
  asksToSend,
  gatewayDatabase,
  messageUuid,
  people,
  received,
  SCHEMA,
  statusIs,
  type CrashPoint,
  type Gateway,
} from './support'

const RITA = '5511999990001'

let pg: TestDatabase
let graph: GraphServer
let front: Awaited<ReturnType<typeof startFront>>
let gateway: Gateway
let number: CloudNumber
let connection: number

const start = async () => {
  gateway = await startCloudGateway(pg, graph)
  front.target = gateway.url
}

beforeAll(async () => {
  graph = await startGraph()
  front = await startFront()
  pg = await gatewayDatabase()
  number = await addNumber(graph, '5511940000001')
  gateway = await startCloudGateway(pg, graph)
  const { admin } = await people(pg, gateway.url)
  connection = await connectNumber({ graph, gateway }, admin, number)
  front.target = gateway.url
  pointWebhook(graph, front, number)
  await makeNotice(graph, number)
})

afterAll(async () => {
  await pg.close()
  await graph.stop()
  await front.stop()
})

const texts = async () => (await received(pg)).map(({ body }) => body.value.body)

/* A message is stored, recorded and forgotten in three transactions of its company, with reads between them. */
const points = [1, 2, 3, 4, 5].flatMap((transaction) =>
  (['before', 'after'] as const).map((when): [CrashPoint] => [{ transaction, when }]),
)

describe('a process that is killed while the webhook brings messages', () => {
  it.each(points)('%j loses and doubles none', async (point) => {
    const name = `${point.transaction} ${point.when}`
    gateway.arm(point)
    for (const index of [1, 2, 3]) graph.customerWrites(number.phoneNumberId, RITA, `${name} ${index}`)
    await waitFor(() => gateway.hasCrashed())
    await gateway.crash()
    // The claims of the killed process would end after two minutes.
    await pg.sql(`UPDATE ${SCHEMA}.network_events SET claimed_until = now() - interval '1 second'`)
    await start()
    await waitFor(async () => (await texts()).filter((text) => text.startsWith(name)).length >= 3)
    await quietGraph(graph, gateway)
    const taken = (await texts()).filter((text) => text.startsWith(name))
    expect(taken.toSorted()).toEqual([1, 2, 3].map((index) => `${name} ${index}`))
  })

  it.each(points)('%j tells once that a customer has another number', async (point) => {
    const index = points.findIndex(([known]) => known === point)
    const [former, present] = [`551197777000${index}`, `552196666000${index}`]
    graph.customerWrites(number.phoneNumberId, former, 'antes')
    await quietGraph(graph, gateway)
    gateway.arm(point)
    graph.webhooks.repeatNext()
    graph.customerChangesNumber(former, present)
    graph.customerWrites(number.phoneNumberId, present, 'depois')
    await waitFor(() => gateway.hasCrashed())
    await gateway.crash()
    await pg.sql(`UPDATE ${SCHEMA}.network_events SET claimed_until = now() - interval '1 second'`)
    await start()
    const arrived = async () =>
      (await received(pg)).filter(({ body }) => body.value.contact?.number === present)
    const told = async () =>
      (await readOutbox(pg, SCHEMA, 'customerNumberChanged'))
        .map(({ body }) => body.value)
        .filter(({ before }) => before?.number === former)
    // Two notices of the webhook: which of them is processed first after the kill is not promised.
    await waitFor(async () => (await arrived()).length > 0 && (await told()).length > 0)
    await quietGraph(graph, gateway)
    expect(await arrived()).toHaveLength(1)
    expect(await told()).toMatchObject([{ after: { number: present } }])
    const known = await pg.sql<{ id: string }>(
      `SELECT DISTINCT conversation_id AS id FROM ${SCHEMA}.conversation_aliases WHERE alias IN ($1, $2)`,
      [`phone:${former}`, `phone:${present}`],
    )
    expect(known).toHaveLength(1)
  })

  it.each([
    ['a text', 1, {}],
    [
      'choices',
      3,
      {
        choices: {
          kind: 'buttons',
          text: 'Escolha:',
          button: '',
          options: [{ id: '1', title: 'Vendas', description: '' }],
          url: '',
        },
      },
    ],
    ['a template', 2, { kind: 'template', template: NOTICE }],
  ])('sends %s once that was under way, and a receipt says that it went', async (_name, index, content) => {
    graph.webhooks.hold()
    const before = graph.inbox(RITA).length
    // Accepted by the network at once; its answer does not come before the process is killed.
    graph.faults.next({ kind: 'slow', delayMs: HOUR }, { path: '/messages' })
    const messageId = messageUuid(index)
    const body = 'uma vez'
    await asksToSend(gateway, { messageId, connectionId: connection, number: RITA, body, ...content })
    const state = async () =>
      (
        await pg.sql<{ state: string; failure: string }>(
          `SELECT state, failure FROM ${SCHEMA}.outbound WHERE message_id = $1`,
          [messageId],
        )
      )[0]
    await waitFor(() => graph.inbox(RITA).length > before)
    expect((await state())?.state).toBe('SENDING')
    await gateway.crash()
    await start()
    const { admin } = await people(pg, gateway.url)
    await statusIs(admin, connection, 'CONNECTED')
    await waitFor(async () => (await state())?.state === 'FAILED')
    expect(await state()).toEqual({ state: 'FAILED', failure: 'ERR_WAPP_UNCONFIRMED' })
    graph.webhooks.release()
    await waitFor(async () => (await state())?.state === 'DELIVERED')
    expect(graph.inbox(RITA).length - before).toBe(1)
  })
})

describe('the claim of an event', () => {
  const store = new PgNetworkEventStore()
  // Later than the gateway of this file looks.
  const at = (ms: number) => new Date(Date.parse('2099-01-01T12:00:00Z') + ms)
  const platform = <T>(work: (tx: Tx) => Promise<T>) => pg.db(SCHEMA).asPlatform(work)
  const claim = async (ms: number) => {
    const request = { now: at(ms), until: at(ms + 20_000), limit: 10, perCompany: 10 }
    const claimed = await platform((tx) => store.claim(tx, request))
    return claimed.find(({ chat }) => chat === 'claims')
  }
  const fences = (event: NetworkEvent) =>
    platform((tx) => store.fence(tx, event)).then(
      () => true,
      (error: AppError) => error.code,
    )

  it('lasts while its process prolongs it, and is another one’s 20 seconds after a kill', async () => {
    const event: NetworkEvent = {
      id: messageUuid(9_999),
      companyId: acme,
      connectionId: connectionId(connection),
      chat: 'claims',
      kind: 'other',
      body: '{}',
      receivedAt: at(0),
      tries: 0,
      claimedUntil: null,
    }
    // Those of the tests before are still at work.
    await waitFor(async () => (await platform((tx) => store.findNextDue(tx, at(0)))) === undefined)
    await pg.db(SCHEMA).withTenant(acme, (tx) => store.insert(tx, [event]))
    expect(await platform((tx) => store.findNextDue(tx, at(0)))).toBeUndefined()
    expect(await platform((tx) => store.findNextDue(tx, at(1)))).toEqual(at(0))
    const first = await claim(0)
    expect(first).toMatchObject({ tries: 1, claimedUntil: at(20_000) })
    await platform((tx) => store.renew(tx, [first!], at(40_000)))
    expect(await claim(30_000)).toBeUndefined()
    expect(await fences(first!)).toBe(true)
    const second = await claim(40_000)
    expect(second).toMatchObject({ tries: 2, claimedUntil: at(60_000) })
    // The first process lives after all: it neither writes nor keeps the event from the second one.
    await platform((tx) => store.renew(tx, [first!], at(90_000)))
    expect([await fences(first!), await fences(second!)]).toEqual(['ERR_LEASE_LOST', true])
    expect((await claim(60_000))?.tries).toBe(3)
  })
})
