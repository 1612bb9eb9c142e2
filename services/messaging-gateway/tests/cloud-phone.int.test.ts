import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import {
  addNumber,
  connectNumber,
  quietGraph,
  startCloudGateway,
  startGraph,
  type CloudNumber,
} from './cloud-rig'
import {
  asksToSend,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  people,
  received,
  SCHEMA,
  type Caller,
  type Gateway,
} from './support'

const RITA = '5511999990001'
const NINA = '5511999990009'

let pg: TestDatabase
let graph: GraphServer
let gateway: Gateway
let admin: Caller
let ours: CloudNumber
let theirs: CloudNumber
let connection: number
let foreign: number

beforeAll(async () => {
  graph = await startGraph()
  pg = await gatewayDatabase()
  const auth = { getSettings: () => Promise.resolve({ settings: { call: 'disabled' } }) }
  gateway = await startCloudGateway(pg, graph, { rpc: { auth } })
  const callers = await people(pg, gateway.url)
  admin = callers.admin
  ours = await addNumber(graph, '5511940000001')
  theirs = await addNumber(graph, '5511940000002', 'another-secret')
  for (const { phoneNumberId } of [ours, theirs]) graph.network.number(phoneNumberId).isOnBusinessApp = true
  connection = await connectNumber({ graph, gateway }, admin, ours)
  foreign = await connectNumber({ graph, gateway }, callers.foreigner, theirs)
})

afterAll(async () => {
  await pg.close()
  await graph.stop()
})

const settled = () => quietGraph(graph, gateway)
const values = async () => (await received(pg)).map(({ companyId, body }) => ({ companyId, ...body.value }))
const revisions = async () => (await readOutbox(pg, SCHEMA, 'messageRevised')).map(({ body }) => body.value)
const waiting = () => pg.sql(`SELECT reason FROM ${SCHEMA}.network_events`)

describe('what the owner writes on the phone', () => {
  it('is ours, once and in the chat of the customer, although the webhook says it twice', async () => {
    graph.customerWrites(ours.phoneNumberId, RITA, 'quanto custa?')
    await settled()
    graph.webhooks.repeatNext()
    const id = graph.businessApp.writes(ours.phoneNumberId, RITA, 'dez reais')
    await settled()
    const [asked, ...told] = await values()
    expect(told).toMatchObject([
      {
        companyId: 1,
        connectionId: connection,
        waId: id,
        fromMe: true,
        kind: 'chat',
        body: 'dez reais',
        contact: { number: RITA },
        conversationId: asked?.conversationId,
      },
    ])
    expect(await waiting()).toEqual([])
  })

  it('stays in its company', async () => {
    const id = graph.businessApp.writes(theirs.phoneNumberId, RITA, 'da vizinha')
    await settled()
    const written = (await values()).filter(({ waId }) => waId === id)
    expect(written).toMatchObject([{ companyId: 2, connectionId: foreign, fromMe: true }])
    const conversations = (await values()).filter(
      ({ body }) => body === 'quanto custa?' || body === 'da vizinha',
    )
    expect(new Set(conversations.map(({ conversationId }) => conversationId)).size).toBe(2)
  })

  it('does not open the window of a customer who has not written', async () => {
    graph.businessApp.writes(ours.phoneNumberId, NINA, 'oi, Nina')
    await settled()
    const messageId = messageUuid(1)
    await asksToSend(gateway, { messageId, connectionId: connection, number: NINA, body: 'e aí?' })
    await settled()
    const told = (await outboundChanges(pg)).filter(({ body }) => body.value.messageId === messageId)
    expect(told.at(-1)?.body.value).toMatchObject({ failure: 'ERR_WAPP_WINDOW_CLOSED' })
  })
})

describe('a change of what was written', () => {
  it('is of the customer, or of the owner', async () => {
    const theirText = graph.customerWrites(ours.phoneNumberId, RITA, 'quanro?')
    const ourText = graph.businessApp.writes(ours.phoneNumberId, RITA, 'doze')
    await settled()
    graph.businessApp.customerEdits(theirText, { type: 'text', text: { body: 'quanto?' } })
    graph.businessApp.edits(ours.phoneNumberId, RITA, ourText, { type: 'text', text: { body: 'onze' } })
    await settled()
    graph.businessApp.customerRevokes(theirText)
    graph.businessApp.revokes(ours.phoneNumberId, RITA, ourText)
    await settled()
    const byId = async (waId: string) => (await revisions()).filter((revision) => revision.waId === waId)
    expect(await byId(theirText)).toMatchObject([
      { fromMe: false, deleted: false, body: 'quanto?' },
      { fromMe: false, deleted: true },
    ])
    expect(await byId(ourText)).toMatchObject([
      { fromMe: true, deleted: false, body: 'onze' },
      { fromMe: true, deleted: true },
    ])
    expect(await waiting()).toEqual([])
  })

  it('of a message that is not recorded goes to tickets, which may have it, and waits for nothing', async () => {
    const before = await revisions()
    graph.businessApp.revokes(ours.phoneNumberId, RITA, 'wamid.unknown')
    await settled()
    expect(await waiting()).toEqual([])
    expect((await revisions()).slice(before.length)).toMatchObject([
      { waId: 'wamid.unknown', fromMe: true, deleted: true },
    ])
  })
})

describe('what the phone knows', () => {
  it('is asked for when the number connects, each once', async () => {
    const { askedOfPhone } = graph.network.number(ours.phoneNumberId)
    await waitFor(() => askedOfPhone.length === 2)
    expect(askedOfPhone).toEqual(['smb_app_state_sync', 'history'])
    const plain = await addNumber(graph, '5511940000003')
    await connectNumber({ graph, gateway }, admin, plain)
    await settled()
    expect(graph.network.number(plain.phoneNumberId).askedOfPhone).toEqual([])
  })

  it('names contacts of the company, and with whom there were chats', async () => {
    graph.businessApp.syncContacts(ours.phoneNumberId, [{ phone: '5511922220001', name: 'Zeca Prado' }])
    graph.businessApp.syncHistory(ours.phoneNumberId, {
      phase: 0,
      chunkOrder: 1,
      progress: 100,
      threads: {
        '5511922220002': [
          { from: 'customer', at: new Date(), content: { type: 'text', text: { body: 'de antes' } } },
        ],
      },
    })
    graph.businessApp.refuseHistory(ours.phoneNumberId)
    await settled()
    expect(await pg.sql(`SELECT company_id, number, name FROM ${SCHEMA}.address_book`)).toEqual([
      { company_id: 1, number: '5511922220001', name: 'Zeca Prado' },
    ])
    expect(
      await pg.sql(
        `SELECT c.company_id, c.opened FROM ${SCHEMA}.conversations c JOIN ${SCHEMA}.conversation_aliases a
          ON a.company_id = c.company_id AND a.conversation_id = c.id WHERE a.alias = 'phone:5511922220002'`,
      ),
    ).toEqual([{ company_id: 1, opened: true }])
    expect((await values()).some(({ body }) => body === 'de antes')).toBe(false)
    expect(await waiting()).toEqual([])
  })
})

describe('a call of a customer', () => {
  const calls = async () =>
    (await values())
      .filter(({ kind }) => kind === 'call_log')
      .map(({ waId, body, companyId }) => [companyId, waId, body])

  it('is rejected by a company that refuses calls, once, and by no other', async () => {
    graph.webhooks.repeatNext()
    const id = graph.calls.ring(ours.phoneNumberId, RITA)
    await settled()
    expect(graph.calls.find(id)?.state).toBe('rejected')
    expect(await calls()).toEqual([
      [1, id, 'voice'],
      [1, `${id}:missed`, 'missed'],
    ])
    expect(await waiting()).toEqual([])
  })

  it('that the customer gave up is missed', async () => {
    graph.webhooks.hold()
    const id = graph.calls.ring(ours.phoneNumberId, RITA)
    graph.calls.hangUp(id)
    graph.webhooks.release()
    await settled()
    expect(graph.calls.find(id)?.state).toBe('over')
    // Meta keeps no order between its webhooks.
    expect((await calls()).slice(-2).sort()).toEqual([
      [1, id, 'voice'],
      [1, `${id}:missed`, 'missed'],
    ])
    expect(await waiting()).toEqual([])
  })

  it('tells that the customer may be called, and not that they may not', async () => {
    const reply = (response: 'accept' | 'reject') =>
      graph.customerWrites(ours.phoneNumberId, RITA, {
        type: 'interactive',
        interactive: {
          type: 'call_permission_reply',
          call_permission_reply: { response, expiration_timestamp: 1, response_source: 'automatic' },
        },
      })
    const before = (await calls()).length
    reply('reject')
    const id = reply('accept')
    await settled()
    expect((await calls()).slice(before)).toEqual([[1, id, 'permission']])
    expect(await waiting()).toEqual([])
  })
})
