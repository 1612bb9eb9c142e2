import type { ConnectionView, LanesAnswer, NumberMoveView } from '@balcao/contracts'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import {
  addNumber,
  credentialsOf,
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
  asksToSend,
  caller,
  gatewayDatabase,
  messageUuid,
  pairedConnection,
  people,
  received,
  SCHEMA,
  statusIs,
  tell,
  type Caller,
  type CrashPoint,
  type Gateway,
} from './support'

const RITA = '5511999990001'

let pg: TestDatabase
let graph: GraphServer
let front: Awaited<ReturnType<typeof startFront>>
let gateway: Gateway
let admin: Caller
let agent: Caller
let foreigner: Caller
let ids = 0
const asked: object[] = []

const rpc = {
  tickets: {
    countUnclosed: (request: object) => {
      asked.push(request)
      return Promise.resolve({ groups: 2, silent: 3 })
    },
  },
  campaigns: { countWithoutTemplate: () => Promise.resolve({ campaigns: 1, schedules: 4 }) },
}

const start = async () => {
  gateway = await startCloudGateway(pg, graph, { rpc, maxConnections: 60 })
  front.target = gateway.url
  ;({ admin, agent, foreigner } = await people(pg, gateway.url))
}

beforeAll(async () => {
  graph = await startGraph()
  front = await startFront()
  pg = await gatewayDatabase()
  await start()
})

afterAll(async () => {
  await pg.close()
  await graph.stop()
  await front.stop()
})

interface Line {
  id: number
  meta: CloudNumber
}

/** A simulated phone's connection, and the same number at Meta with its webhook. */
async function openLine(name: string): Promise<Line> {
  const id = await pairedConnection(gateway, admin, name)
  const { number } = (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body
  const meta = await addNumber(graph, number)
  pointWebhook(graph, front, meta)
  return { id, meta }
}

const view = async (id: number) => (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body
const order = ({ id, meta }: Line, over: object = {}, by = admin) =>
  by<{ error?: string }>('POST', `/whatsapp/${id}/move`, { ...credentialsOf(meta), ...over })
const isMoved = (id: number) =>
  waitFor(async () => {
    const { provider, status } = await view(id)
    return provider === 'cloud' && status === 'CONNECTED'
  })

/** By the linked phone's network. */
const writes = async (id: number, number: string, body: string) => {
  const said = await caller(gateway.url)('POST', '/simulator/inbound', {
    messages: [{ connection: id, number, name: 'Rita', body }],
  })
  expect(said.status).toBe(202)
}
const heard = async (body: string) =>
  (await received(pg)).map((event) => event.body.value).find((message) => message.body === body)
const hears = (body: string) => waitFor(() => heard(body))
const arrived = (phone = RITA) => graph.inbox(phone).map(({ message }) => JSON.stringify(message))
const texts = (phone = RITA) =>
  graph.inbox(phone).map(({ message }) => (message.text as { body?: string } | undefined)?.body ?? '')
const state = async (messageId: string) =>
  (
    await pg.sql<{ state: string; failure: string }>(
      `SELECT state, failure FROM ${SCHEMA}.outbound WHERE message_id = $1 AND operation = 'send'`,
      [messageId],
    )
  )[0]
const nextId = () => messageUuid((ids += 1))
const accounts = async (id: number) =>
  (await pg.sql(`SELECT 1 FROM ${SCHEMA}.cloud_accounts WHERE connection_id = $1`, [id])).length
const isLinked = async (id: number) =>
  (await pg.sql<{ paired: boolean }>('SELECT paired FROM simulator.lines WHERE connection_id = $1', [id]))[0]
    ?.paired

describe('what a move would change', () => {
  let line: Line
  beforeAll(async () => {
    line = await openLine('Consulta')
  })

  it('is listed with its counts, and changes nothing', async () => {
    const before = await view(line.id)
    const { status, body } = await admin<NumberMoveView>('GET', `/whatsapp/${line.id}/move`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ number: line.meta.digits, isMoving: false })
    expect(body.findings).toEqual([
      { kind: 'hasGroups', count: 2 },
      { kind: 'windowHours', count: 3 },
      { kind: 'botTexts', count: null },
      { kind: 'campaigns', count: 1 },
      { kind: 'schedules', count: 4 },
      ...['edits', 'deletes', 'checksNumbers', 'hasCalls', 'maxBytes'].map((kind) => ({ kind, count: null })),
    ])
    expect(asked.at(-1)).toMatchObject({ companyId: 1, connectionId: line.id })
    expect(await view(line.id)).toEqual(before)
  })

  it('counts whose number is unknown, what is queued and what may have left', async () => {
    expect((await admin('DELETE', `/whatsappsession/${line.id}`)).status).toBe(200)
    await statusIs(admin, line.id, 'DISCONNECTED')
    const unsure = nextId()
    for (const messageId of [nextId(), unsure])
      await asksToSend(gateway, { messageId, connectionId: line.id, number: RITA })
    const hidden = { number: '', remoteJid: '770010001@lid' }
    await asksToSend(gateway, { messageId: nextId(), connectionId: line.id, ...hidden })
    await pg.sql(`UPDATE ${SCHEMA}.outbound SET tries = 1 WHERE message_id = $1`, [unsure])
    const { body } = await admin<NumberMoveView>('GET', `/whatsapp/${line.id}/move`)
    // No phone is linked: any number is taken.
    expect(body.number).toBe('')
    expect(body.findings).toEqual(
      expect.arrayContaining([
        { kind: 'hiddenNumbers', count: 1 },
        { kind: 'queued', count: 2 },
        { kind: 'unconfirmed', count: 1 },
      ]),
    )
  })

  it('is for administrators of the company', async () => {
    expect((await agent('GET', `/whatsapp/${line.id}/move`)).status).toBe(403)
    expect(await foreigner('GET', `/whatsapp/${line.id}/move`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
  })
})

describe('a move that is refused', () => {
  it('changes nothing, whoever refuses', async () => {
    const line = await openLine('Recusada')
    const other = await addNumber(graph, '5521988887777')
    expect(await order(line, { token: 'EAAwrong' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_CLOUD_TOKEN' },
    })
    expect(await order({ ...line, meta: other })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CLOUD_OTHER_NUMBER' },
    })
    expect((await order(line, { verifyToken: '' })).status).toBe(400)
    expect((await order(line, {}, agent)).status).toBe(403)
    expect((await order(line, {}, foreigner)).status).toBe(404)
    expect(await accounts(line.id)).toBe(0)
    expect(await view(line.id)).toMatchObject({ provider: 'simulated', status: 'CONNECTED' })
    expect(await isLinked(line.id)).toBe(true)
  })
})

describe('a number that moves', () => {
  let line: Line
  let theirs: number
  let conversationId: string | undefined

  beforeAll(async () => {
    line = await openLine('Loja')
    theirs = await pairedConnection(gateway, foreigner, 'Deles')
    await makeNotice(graph, line.meta)
    await writes(line.id, RITA, 'pelo celular')
    conversationId = (await hears('pelo celular')).conversationId
    const patch = { greetingMessage: 'Olá!', expiresTicket: 7 }
    expect((await admin('PUT', `/whatsapp/${line.id}`, patch)).status).toBe(200)
    expect(await order(line)).toMatchObject({ status: 200 })
    await isMoved(line.id)
  })

  it('keeps its row and settings, and is told to the screens', async () => {
    expect(await view(line.id)).toMatchObject({
      name: 'Loja',
      number: line.meta.digits,
      greetingMessage: 'Olá!',
      expiresTicket: 7,
      capabilities: { linksBy: ['credentials'], windowHours: 24, edits: false },
      qrcode: '',
      lastEnd: null,
    })
    const told = (await readOutbox(pg, SCHEMA, 'connectionChanged')).map(({ body }) => body.value.connection)
    const ours = told.filter((one) => one?.id === line.id)
    expect(ours.map((one) => one?.provider)).toEqual(expect.arrayContaining(['simulated', 'cloud']))
    expect(ours.at(-1)).toMatchObject({ provider: 'cloud', status: 'CONNECTED' })
  })

  it('has unlinked its device, and reads its templates', async () => {
    expect(await isLinked(line.id)).toBe(false)
    const read = await admin('GET', `/whatsapp/${line.id}/templates`)
    expect(JSON.stringify(read.body)).toContain(`"name":"${NOTICE.name}"`)
  })

  it('hears the same customer in the same conversation, and answers by the official API', async () => {
    graph.customerWrites(line.meta.phoneNumberId, RITA, 'pela API')
    expect((await hears('pela API')).conversationId).toBe(conversationId)
    const messageId = nextId()
    const quoted = await heard('pelo celular')
    await asksToSend(gateway, {
      messageId,
      connectionId: line.id,
      number: RITA,
      body: 'recebido',
      quotedWaId: quoted?.waId ?? '',
      quotedBody: 'pelo celular',
    })
    await waitFor(async () => (await state(messageId))?.state === 'DELIVERED')
    expect(texts().filter((text) => text === 'recebido')).toHaveLength(1)
    // Meta does not know what came by the phone, and would refuse the message for it.
    expect(arrived().find((body) => body.includes('recebido'))).not.toContain('context')
  })

  it('is not harmed by receipts, edits, deletions and reactions of what was sent before', async () => {
    const [old] = await pg.sql<{ wa_id: string }>(
      `SELECT wa_id FROM ${SCHEMA}.inbound_messages WHERE connection_id = $1 LIMIT 1`,
      [line.id],
    )
    const former = { id: 'wamid.before-the-move', phoneNumberId: line.meta.phoneNumberId, from: RITA }
    graph.restoreArrived({ ...former, at: new Date() }, 'text')
    graph.sendStatus(former.id, 'read')
    const change = { messageId: nextId(), connectionId: line.id, waId: old?.wa_id ?? '', fromMe: true }
    await tell(gateway, 'outboundRevokeRequested', {
      ...change,
      remoteJid: `${RITA}@s.whatsapp.net`,
      participant: '',
    })
    await tell(gateway, 'readMarkRequested', {
      connectionId: line.id,
      remoteJid: `${RITA}@s.whatsapp.net`,
      participant: '',
      waIds: [old?.wa_id ?? ''],
    })
    await quietGraph(graph, gateway)
    expect(await pg.sql(`SELECT state, failure FROM ${SCHEMA}.outbound WHERE operation = 'revoke'`)).toEqual([
      { state: 'FAILED', failure: 'ERR_WAPP_NOT_OFFERED' },
    ])
    expect(await pg.sql(`SELECT reason FROM ${SCHEMA}.network_events WHERE dead_at IS NOT NULL`)).toEqual([])
    expect(await view(line.id)).toMatchObject({ status: 'CONNECTED' })
  })

  it('has no way back', async () => {
    const noMove = { status: 409, body: { error: 'ERR_WAPP_NO_MOVE' } }
    expect(await admin('GET', `/whatsapp/${line.id}/move`)).toMatchObject(noMove)
    expect(await order(line)).toMatchObject(noMove)
    expect(await admin('PUT', `/whatsapp/${line.id}`, { provider: 'simulated' })).toMatchObject(noMove)
  })

  it('leaves another company as it was', async () => {
    const { body } = await foreigner<ConnectionView>('GET', `/whatsapp/${theirs}`)
    expect(body).toMatchObject({ provider: 'simulated', status: 'CONNECTED' })
    expect(await isLinked(theirs)).toBe(true)
  })
})

describe('what is queued when a number moves', () => {
  it('goes once by the official API when it has not left, and never when it may have left', async () => {
    const line = await openLine('Fila')
    const customer = '5511999990002'
    await writes(line.id, customer, 'antes da fila')
    await hears('antes da fila')
    expect((await admin('DELETE', `/whatsappsession/${line.id}`)).status).toBe(200)
    await statusIs(admin, line.id, 'DISCONNECTED')
    // For Meta the customer has written to the number.
    graph.customerWrites(line.meta.phoneNumberId, customer, 'abre a janela')
    const messages = ['não saiu', 'talvez saiu', 'voltou para a fila', 'saindo'].map((body) => ({
      messageId: nextId(),
      body,
    }))
    for (const { messageId, body } of messages)
      await asksToSend(gateway, { messageId, connectionId: line.id, number: customer, body })
    const [fresh, unknown, claimed, sending] = messages.map(({ messageId }) => messageId)
    const leave = (messageId: string | undefined, left: string) =>
      pg.sql(
        `UPDATE ${SCHEMA}.outbound SET state = $2, tries = 1, not_before = now() WHERE message_id = $1`,
        [messageId, left],
      )
    await leave(unknown, 'UNKNOWN')
    await leave(claimed, 'QUEUED')
    await leave(sending, 'SENDING')
    expect((await order(line)).status).toBe(200)
    await isMoved(line.id)
    await waitFor(async () => (await state(fresh ?? ''))?.state === 'DELIVERED')
    for (const messageId of [unknown, claimed, sending])
      expect(await state(messageId ?? '')).toEqual({ state: 'FAILED', failure: 'ERR_WAPP_UNCONFIRMED' })
    expect(texts(customer)).toEqual(['não saiu'])
    const { body: lanes } = await admin<LanesAnswer>('GET', `/whatsapp/${line.id}/lanes`)
    expect(lanes).toMatchObject({ waitingAgent: 0, pausedUntil: null })
  })

  it('is told as refused when the official API cannot send it', async () => {
    const line = await openLine('Recusas')
    expect((await admin('DELETE', `/whatsappsession/${line.id}`)).status).toBe(200)
    await statusIs(admin, line.id, 'DISCONNECTED')
    const [silent, group] = [nextId(), nextId()]
    await asksToSend(gateway, { messageId: silent, connectionId: line.id, number: '5511999990003' })
    await asksToSend(gateway, {
      messageId: group,
      connectionId: line.id,
      number: '',
      remoteJid: '120363000000000001@g.us',
    })
    expect((await order(line)).status).toBe(200)
    await isMoved(line.id)
    await waitFor(async () => (await state(group))?.state === 'FAILED')
    await waitFor(async () => (await state(silent))?.state === 'FAILED')
    expect([(await state(silent))?.failure, (await state(group))?.failure]).toEqual([
      'ERR_WAPP_WINDOW_CLOSED',
      expect.stringMatching(/^ERR_WAPP_(WINDOW_CLOSED|NOT_OFFERED)$/),
    ])
  })
})

describe('a command while a number moves', () => {
  it('does not take the move back, and a disconnection follows it', async () => {
    const line = await openLine('Comandos')
    expect((await order(line)).status).toBe(200)
    await admin('POST', `/whatsappsession/${line.id}`, {})
    await admin('DELETE', `/whatsappsession/${line.id}`)
    await waitFor(async () => {
      const { provider, status } = await view(line.id)
      return provider === 'cloud' && status === 'DISCONNECTED'
    })
    expect((await admin('POST', `/whatsappsession/${line.id}`, {})).status).toBe(200)
    await isMoved(line.id)
  })

  it('deletes it with its credentials', async () => {
    const line = await openLine('Apagada')
    expect((await order(line)).status).toBe(200)
    expect((await admin('DELETE', `/whatsapp/${line.id}`)).status).toBe(200)
    await waitFor(
      async () =>
        (await pg.sql(`SELECT 1 FROM ${SCHEMA}.connections WHERE id = $1 AND command = ''`, [line.id]))
          .length === 1,
    )
    expect([await accounts(line.id), await isLinked(line.id)]).toEqual([0, false])
  })
})

/* Credentials and command are stored in one transaction, templates beside the end of the session, then the connection changes. */
const points = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((transaction) =>
  (['before', 'after'] as const).map((when): [CrashPoint] => [{ transaction, when }]),
)

describe('a process that is killed while a number moves', () => {
  it.each(points)('%j leaves the former or the official number, never half of one', async (point) => {
    const name = `${point.transaction} ${point.when}`
    const line = await openLine(name)
    const customer = `55119777000${String(line.id).padStart(2, '0')}`
    await writes(line.id, customer, `antes ${name}`)
    const { conversationId } = await hears(`antes ${name}`)
    gateway.arm(point)
    await order(line).catch(() => undefined)
    await waitFor(() => gateway.hasCrashed())
    await gateway.crash()
    const isOrdered = (await accounts(line.id)) === 1
    await start()
    if (isOrdered) await isMoved(line.id)
    else await statusIs(admin, line.id, 'CONNECTED')
    expect((await view(line.id)).provider).toBe(isOrdered ? 'cloud' : 'simulated')
    expect(await isLinked(line.id)).toBe(!isOrdered)
    if (!isOrdered) {
      expect((await order(line)).status).toBe(200)
      await isMoved(line.id)
    }
    graph.customerWrites(line.meta.phoneNumberId, customer, `depois ${name}`)
    expect((await hears(`depois ${name}`)).conversationId).toBe(conversationId)
    const messageId = nextId()
    await asksToSend(gateway, { messageId, connectionId: line.id, number: customer, body: name })
    await waitFor(async () => (await state(messageId))?.state === 'DELIVERED')
    expect(texts(customer)).toEqual([name])
  })
})
