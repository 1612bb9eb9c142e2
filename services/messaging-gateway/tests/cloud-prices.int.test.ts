import { companyId } from '@balcao/contracts'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import {
  addNumber,
  connectNumber,
  pointWebhook,
  quietGraph,
  startCloudGateway,
  startFront,
  startGraph,
  type CloudNumber,
} from './cloud-rig'
import {
  asksToSend,
  gatewayDatabase,
  messageUuid,
  people,
  SCHEMA,
  type CrashPoint,
  type Gateway,
} from './support'

const RITA = '5511999990001'
const JOAO = '351912345678'

let pg: TestDatabase
let graph: GraphServer
let front: Awaited<ReturnType<typeof startFront>>
let gateway: Gateway
let ours: CloudNumber
let theirs: CloudNumber
let connection: number
let foreign: number
let sequence = 0

const start = async () => {
  gateway = await startCloudGateway(pg, graph)
  front.target = gateway.url
}

beforeAll(async () => {
  graph = await startGraph()
  front = await startFront()
  pg = await gatewayDatabase()
  await start()
  const { admin, foreigner } = await people(pg, gateway.url)
  ours = await addNumber(graph, '5511940000001')
  theirs = await addNumber(graph, '5511940000002', 'another-secret')
  connection = await connectNumber({ graph, gateway }, admin, ours)
  foreign = await connectNumber({ graph, gateway }, foreigner, theirs)
  for (const number of [ours, theirs]) pointWebhook(graph, front, number)
  graph.customerWrites(ours.phoneNumberId, RITA, 'oi')
  graph.customerWrites(theirs.phoneNumberId, JOAO, 'oi')
  await settled()
})

afterAll(async () => {
  await pg.close()
  await graph.stop()
  await front.stop()
})

const settled = () => quietGraph(graph, gateway)
const prices = () => readOutbox(pg, SCHEMA, 'messagePriced')
const pricesOf = async (messageId: string) =>
  (await prices()).filter(({ body }) => body.value.messageId === messageId)
const stateOf = async (messageId: string) =>
  (
    await pg.sql<{ state: string; network_id: string }>(
      `SELECT state, network_id FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [messageId],
    )
  )[0]

async function sends(over: object = {}) {
  const messageId = messageUuid((sequence += 1))
  await asksToSend(gateway, { messageId, connectionId: connection, number: RITA, body: 'oi', ...over })
  await waitFor(async () => (await stateOf(messageId))?.state === 'DELIVERED')
  await settled()
  return messageId
}

describe('the price that Meta says of a message', () => {
  it('is told once it is delivered, with its category, its charge and the calling code', async () => {
    graph.settings.windowIsFree = false
    const messageId = await sends()
    const told = await pricesOf(messageId)
    expect(told.map(({ companyId, body }) => ({ companyId, ...body.value }))).toEqual([
      {
        companyId: 1,
        messageId,
        connectionId: connection,
        campaignId: 0,
        targetId: '',
        callingCode: '55',
        category: 'service',
        isBillable: true,
        deliveredAt: expect.any(Date) as Date,
      },
    ])
  })

  it("is Meta's word: the same message is free where Meta says so", async () => {
    graph.settings.windowIsFree = true
    const [told] = await pricesOf(await sends())
    expect(told?.body.value).toMatchObject({ category: 'service', isBillable: false })
    graph.settings.windowIsFree = false
  })

  it('says the same when Meta repeats itself', async () => {
    const messageId = await sends()
    const { network_id: id } = (await stateOf(messageId)) ?? { network_id: '' }
    graph.sendStatus(id, 'read')
    graph.sendStatus(id, 'delivered')
    graph.sendStatus(id, 'sent')
    await settled()
    const said = (await pricesOf(messageId)).map(({ body: { value } }) => [value.category, value.isBillable])
    expect(new Set(said.map(String))).toEqual(new Set(['service,true']))
  })

  it("is told of another company's message to that company alone", async () => {
    const messageId = messageUuid((sequence += 1))
    const asked = { messageId, connectionId: foreign, number: JOAO, body: 'olá' }
    await asksToSend(gateway, asked, companyId(2))
    await waitFor(async () => (await pricesOf(messageId)).length > 0)
    const told = await pricesOf(messageId)
    expect(told.map(({ companyId, body }) => [companyId, body.value.callingCode])).toEqual([[2, '351']])
  })
})

/* A receipt is stored, recorded as acceptance, receipt and price, and forgotten. */
const points = [1, 2, 3, 4, 5, 6, 7].flatMap((transaction) =>
  (['before', 'after'] as const).map((when): [CrashPoint] => [{ transaction, when }]),
)

describe('a process that is killed while Meta says what was delivered', () => {
  it.each(points)('%j loses no price', async (point) => {
    graph.webhooks.hold()
    const messageId = messageUuid((sequence += 1))
    await asksToSend(gateway, { messageId, connectionId: connection, number: RITA, body: 'oi' })
    await waitFor(async () => (await stateOf(messageId))?.state === 'ACCEPTED')
    gateway.arm(point)
    graph.webhooks.release()
    await waitFor(() => gateway.hasCrashed())
    await gateway.crash()
    // The claims of the killed process would end after two minutes.
    await pg.sql(`UPDATE ${SCHEMA}.network_events SET claimed_until = now() - interval '1 second'`)
    await start()
    await waitFor(async () => (await pricesOf(messageId)).length > 0)
    await settled()
    const said = (await pricesOf(messageId)).map(({ body: { value } }) => [value.category, value.isBillable])
    expect(new Set(said.map(String))).toEqual(new Set(['service,true']))
  })
})
