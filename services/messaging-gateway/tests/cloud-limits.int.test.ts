import type { CloudAccountView, ConnectionView, LanesAnswer } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import {
  addNumber,
  connectNumber,
  makeNotice,
  NOTICE,
  quietGraph,
  startCloudGateway,
  startGraph,
  type CloudNumber,
} from './cloud-rig'
import {
  acme,
  asksToSend,
  beta,
  gatewayDatabase,
  messageUuid,
  people,
  SCHEMA,
  type Caller,
  type Gateway,
} from './support'

/* Meta's lowest limit. */
const LIMIT = 50
const RITA = '5511999990001'

let pg: TestDatabase
let graph: GraphServer
let gateway: Gateway
let admin: Caller
let ours: CloudNumber
let second: CloudNumber
let theirs: CloudNumber
let connection: number
let secondConnection: number
let foreign: number
let sequence = 0

const customer = (index: number) => `55119888${String(index).padStart(5, '0')}`

/** Another number of the same business account. */
function addBesides(number: CloudNumber, digits: string): CloudNumber {
  const { id } = graph.addPhoneNumber({ accountId: number.accountId, digits })
  return { ...number, phoneNumberId: id, digits, verifyToken: `verify-${digits}` }
}

async function sends(number: string, over: object = {}, company = acme): Promise<string> {
  const messageId = messageUuid((sequence += 1))
  const request = { number, body: 'O seu pedido saiu.', kind: 'template', template: NOTICE }
  await asksToSend(gateway, { messageId, connectionId: connection, ...request, ...over }, company)
  return messageId
}

const stateOf = async (messageId: string) =>
  (
    await pg.sql<{ state: string }>(`SELECT state FROM ${SCHEMA}.outbound WHERE message_id = $1`, [messageId])
  )[0]?.state
const arrives = (messageId: string) =>
  waitFor(async () => ['DELIVERED', 'READ'].includes((await stateOf(messageId)) ?? ''))
const newChats = async (id = connection) =>
  (await admin<LanesAnswer>('GET', `/whatsapp/${id}/lanes`)).body.newChats
const heldOf = async (id: number) => (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body.newChatsHeld
const countArrived = (number: string) => graph.inbox(number).length

beforeAll(async () => {
  graph = await startGraph()
  pg = await gatewayDatabase()
  gateway = await startCloudGateway(pg, graph)
  const { admin: caller, foreigner } = await people(pg, gateway.url)
  admin = caller
  ours = await addNumber(graph, '5511940000001')
  second = addBesides(ours, '5511940000003')
  theirs = await addNumber(graph, '5511940000002', 'another-secret')
  for (const number of [ours, theirs]) graph.network.portfolio(number.accountId).tier = 'TIER_50'
  connection = await connectNumber({ graph, gateway }, admin, ours)
  secondConnection = await connectNumber({ graph, gateway }, admin, second)
  foreign = await connectNumber({ graph, gateway }, foreigner, theirs)
  for (const number of [ours, theirs]) await makeNotice(graph, number)
})

afterAll(async () => {
  await pg.close()
  await graph.stop()
})

describe('the customers that Meta lets a business write to first in 24 hours', () => {
  it('are counted, each once, over all numbers of its account, and apart for each company', async () => {
    await arrives(await sends(customer(1)))
    await arrives(await sends(customer(1)))
    await arrives(await sends(customer(2), { connectionId: secondConnection }))
    await waitFor(async () => (await newChats()).quota?.used === 2)
    expect(await newChats()).toMatchObject({ cap: LIMIT, quota: { total: LIMIT, used: 2 }, hold: null })
    expect((await newChats(secondConnection)).quota).toEqual({ total: LIMIT, used: 2 })
    expect((await admin('GET', `/whatsapp/${foreign}/lanes`)).status).toBe(404)
  })

  it('do not count where the customer wrote, and texts have no limit', async () => {
    graph.customerWrites(ours.phoneNumberId, RITA, 'oi')
    await quietGraph(graph, gateway)
    await arrives(await sends(RITA, { kind: 'chat', template: undefined, body: 'olá' }))
    expect((await newChats()).quota?.used).toBe(2)
  })

  it('are no more than the limit, however many templates are asked for at once; the others wait and are told of', async () => {
    const all = await Promise.all(
      Array.from({ length: LIMIT + 3 }, (_, index) => sends(customer(100 + index))),
    )
    await waitFor(async () => (await newChats()).quota?.used === LIMIT)
    await waitFor(async () => (await heldOf(connection))?.why === 'account-cap')
    await quietGraph(graph, gateway)
    const states = await Promise.all(all.map(stateOf))
    expect(states.filter((state) => state === 'QUEUED')).toHaveLength(5)
    expect(states.filter((state) => state === 'DELIVERED')).toHaveLength(LIMIT - 2)
    const { hold, waiting } = await newChats()
    expect(waiting).toBe(5)
    expect(hold?.why).toBe('account-cap')
    expect(new Date(hold?.until ?? 0).getTime()).toBeLessThanOrEqual(
      gateway.ports.clock.now().getTime() + DAY,
    )
  })

  it('of these 24 hours are written to again, and who writes is answered', async () => {
    await arrives(await sends(customer(1)))
    await arrives(await sends(RITA, { kind: 'chat', template: undefined, body: 'ainda aqui' }))
    expect(countArrived(customer(1))).toBe(3)
  })

  it('of another company have their own limit', async () => {
    const id = await sends(customer(1), { connectionId: foreign }, beta)
    await arrives(id)
  })

  it('are more as soon as Meta says so, without another look of a person', async () => {
    graph.accounts.setTier(ours.accountId, 'TIER_250')
    await waitFor(async () => (await newChats()).quota?.total === 250)
    await quietGraph(graph, gateway)
    await waitFor(async () => (await newChats()).waiting === 0)
    expect(await heldOf(connection)).toBeNull()
    expect((await newChats()).quota).toEqual({ total: 250, used: LIMIT + 5 })
    for (let index = 0; index < LIMIT + 3; index++) expect(countArrived(customer(100 + index))).toBe(1)
  })
})

it('the quality of a number and its name are those of now, without another look of a person', async () => {
  const account = async () =>
    (await admin<CloudAccountView>('GET', `/whatsapp/${connection}/cloud-account`)).body
  expect((await account()).quality).toBe('GREEN')
  graph.accounts.setQuality(ours.phoneNumberId, 'RED')
  await waitFor(async () => (await account()).quality === 'RED')
  expect((await account()).parkedEvents).toBe(0)
})
