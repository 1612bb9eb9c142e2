import type {
  CloudAccountView,
  ConnectionView,
  SimulatorChatMessage,
  SimulatorConnection,
} from '@balcao/contracts'
import type { FilledTemplate } from '@balcao/contracts/wire'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import type { GraphServer } from '../src/adapters/whatsapp/graph-server'
import { DEMO_ACCOUNT, startSimulatedCloud } from '../src/adapters/whatsapp/simulated-cloud'
import { image } from './driver-rig'
import { startFront } from './cloud-rig'
import {
  asksToSend,
  caller,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  pairedConnection,
  people,
  received,
  SCHEMA,
  startGateway,
  statusIs,
  type Caller,
  type Gateway,
} from './support'

const RITA = '5511999990001'
const YURI = '5511999990002'
const DUDA = '5511999990003'

describe('the customers of an official number on the simulated phone', () => {
  let pg: TestDatabase
  let front: Awaited<ReturnType<typeof startFront>>
  let graph: GraphServer
  let gateway: Gateway
  let phone: Caller
  let admin: Caller
  let foreigner: Caller
  let connection: number
  let linked: number

  /* A process with its own Meta, as `npm start` has it; the desk's address stays. */
  const start = async () => {
    graph = await startSimulatedCloud(front.url, (error) => {
      throw error
    })
    gateway = await startGateway(pg, {
      tuning: { simulatedCloud: graph, cloudTimes: { checkMs: 60_000, retryMs: 50 } },
    })
    front.target = gateway.url
    phone = caller(gateway.url)
    ;({ admin, foreigner } = await people(pg, gateway.url))
  }
  const stop = async (crashes = false) => {
    await (crashes ? gateway.crash() : gateway.stop())
    await graph.stop()
  }

  const say = async (own: object, number = RITA) =>
    phone<{ accepted: { id: string }[] }>('POST', '/simulator/inbound', {
      messages: [{ connection, number, name: 'Rita', ...own }],
    })
  const chat = async (number = RITA) =>
    (
      await phone<SimulatorChatMessage[]>(
        'GET',
        `/simulator/messages?connection=${connection}&number=${number}`,
      )
    ).body
  const last = async (number = RITA) => (await chat(number)).at(-1)
  const arrives = (body: string, number = RITA) =>
    waitFor(async () => (await chat(number)).find((one) => one.direction === 'out' && one.body === body))
  const writtenTo = async () => (await received(pg)).map(({ body }) => body.value)
  const changesOf = async (messageId: string) =>
    (await outboundChanges(pg))
      .map(({ body }) => body.value)
      .filter((change) => change.messageId === messageId)
  const ackOf = async (messageId: string) => (await changesOf(messageId)).map(({ ack }) => ack)
  let messages = 0
  const newMessage = () => messageUuid(++messages)

  beforeAll(async () => {
    pg = await gatewayDatabase()
    front = await startFront()
    await start()
    linked = await pairedConnection(gateway, admin, 'Vendas')
    connection = (await admin<ConnectionView>('POST', '/whatsapp', { name: 'Oficial', provider: 'cloud' }))
      .body.id
    const { phoneNumberId, businessAccountId, token, appSecret, verifyToken } = DEMO_ACCOUNT
    const saved = await admin<CloudAccountView>('PUT', `/whatsapp/${connection}/cloud-account`, {
      phoneNumberId,
      businessAccountId,
      token,
      appSecret,
      verifyToken,
    })
    expect(saved).toMatchObject({ status: 200, body: { verifiedName: 'Loja Aurora' } })
    await statusIs(admin, connection, 'CONNECTED')
  })

  afterAll(async () => {
    await stop()
    await pg.close()
    await front.stop()
  })

  it('are shown beside those of linked numbers', async () => {
    const { body } = await phone<SimulatorConnection[]>('GET', '/simulator/connections')
    expect(body).toEqual([
      expect.objectContaining({ id: linked, isOfficial: false }),
      expect.objectContaining({ id: connection, isOfficial: true, number: DEMO_ACCOUNT.digits }),
    ])
  })

  it('write to the desk by a signed webhook, and are answered', async () => {
    const { body } = await say({ body: 'quando chega?' })
    const [id] = body.accepted.map((one) => one.id)
    await waitFor(async () => (await writtenTo()).some(({ waId }) => waId === id))
    await waitFor(async () => (await last())?.ack === 1)
    const messageId = newMessage()
    await asksToSend(gateway, { messageId, connectionId: connection, number: RITA, body: 'amanhã' })
    expect(await arrives('amanhã')).toMatchObject({ direction: 'out', ack: 2, kind: 'chat' })
    await waitFor(async () => (await ackOf(messageId)).includes(2))
    expect(await ackOf(messageId)).not.toContain(3)
    await phone('POST', '/simulator/read', { connection, number: RITA })
    await waitFor(async () => (await ackOf(messageId)).includes(3))
    expect(await last()).toMatchObject({ ack: 3 })
  })

  it('send files and places, and see those of the desk', async () => {
    const media = { name: 'foto.png', mimeType: 'image/png', base64: image.toString('base64') }
    const { body } = await say({ body: 'a foto', media }, YURI)
    await waitFor(async () =>
      (await writtenTo()).some(({ waId, kind }) => waId === body.accepted[0]?.id && kind === 'image'),
    )
    await say({ location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } }, YURI)
    await waitFor(async () => (await writtenTo()).some(({ kind }) => kind === 'locationMessage'))
    expect((await chat(YURI))[0]?.media).toMatchObject({ mimeType: 'image/png' })
  })

  it('see a template filled in, and answer it by its button', async () => {
    const template: FilledTemplate = {
      name: 'retomar_conversa',
      language: 'pt_BR',
      parameters: [{ part: 'body', index: 0, buttonType: '', name: '', text: 'Rita' }],
    }
    const messageId = newMessage()
    const order = { messageId, connectionId: connection, number: RITA, body: 'x', kind: 'template' as const }
    await asksToSend(gateway, { ...order, template })
    const shown = await arrives(
      'Olá, Rita! Temos uma resposta sobre o seu atendimento. Podemos continuar por aqui?',
    )
    expect(shown).toMatchObject({ kind: 'template', buttons: ['Sim, continuar', 'Agora não'] })
    const { body } = await say({ body: 'Sim, continuar', quotedId: shown?.id })
    await waitFor(async () => (await writtenTo()).some(({ waId }) => waId === body.accepted[0]?.id))
    const sent = graph.webhooks.attempts.at(-1)?.payload
    expect(JSON.stringify(sent)).toContain('"type":"button"')
  })

  it('let 24 hours pass: WhatsApp takes no text then, until they write again', async () => {
    const passed = await phone('POST', '/simulator/pass-time', { connection, number: RITA, hours: 24 })
    expect(passed).toMatchObject({ status: 200, body: { taken: 1 } })
    const messageId = newMessage()
    await asksToSend(gateway, { messageId, connectionId: connection, number: RITA, body: 'ainda está aí?' })
    await waitFor(async () =>
      (await changesOf(messageId)).some(({ failure }) => failure === 'ERR_WAPP_WINDOW_CLOSED'),
    )
    expect((await chat()).map(({ body }) => body)).not.toContain('ainda está aí?')
    await say({ body: 'estou' })
    await asksToSend(gateway, {
      messageId: newMessage(),
      connectionId: connection,
      number: RITA,
      body: 'que bom',
    })
    await arrives('que bom')
  })

  it('hide the number, and share it by the button of a message that asks for it', async () => {
    const { body } = await say({ body: 'vocês entregam?', hidesNumber: true }, DUDA)
    const first = await waitFor(async () =>
      (await writtenTo()).find(({ waId }) => waId === body.accepted[0]?.id),
    )
    expect(first).toMatchObject({ contact: { number: '', bsuid: expect.stringMatching(/^BR\./) as string } })
    await asksToSend(gateway, {
      messageId: newMessage(),
      connectionId: connection,
      number: '',
      remoteJid: first.remoteJid,
      body: 'Qual é o seu número?',
      asksNumber: true,
    })
    const asked = await arrives('Qual é o seu número?', DUDA)
    expect(asked.choices).toEqual({ open: '', options: [{ title: 'Compartilhar número', description: '' }] })
    await say({ body: 'Compartilhar número', quotedId: asked.id }, DUDA)
    await waitFor(async () =>
      (await writtenTo()).some(({ kind, contact }) => kind === 'vcard' && contact?.number === DUDA),
    )
  })

  it.each([
    ['/simulator/pass-time', () => ({ connection: linked, number: RITA, hours: 24 })],
    ['/simulator/revise', () => ({ connection, number: RITA, id: 'x' })],
    ['/simulator/calls', () => ({ connection, number: RITA })],
    ['/simulator/inbound', () => ({ messages: [{ connection, number: RITA, body: 'a', id: 'A1' }] })],
    [
      '/simulator/inbound',
      () => ({ messages: [{ connection: linked, number: RITA, body: 'a', hidesNumber: true }] }),
    ],
  ])('do not do what their kind of number has not: %s', async (path, body) => {
    expect(await phone('POST', path, body())).toMatchObject({ body: { error: 'ERR_WAPP_NOT_OFFERED' } })
  })

  it('are not taken from a company by another one', async () => {
    const { body } = await foreigner<ConnectionView>('POST', '/whatsapp', {
      name: 'Nosso',
      provider: 'cloud',
    })
    const { phoneNumberId, businessAccountId, token, appSecret, verifyToken } = DEMO_ACCOUNT
    const entered = { phoneNumberId, businessAccountId, token, appSecret, verifyToken }
    expect(await foreigner('PUT', `/whatsapp/${body.id}/cloud-account`, entered)).toMatchObject({
      body: { error: 'ERR_CLOUD_NUMBER_TAKEN' },
    })
    expect(
      (await phone<SimulatorConnection[]>('GET', '/simulator/connections')).body.map(({ id }) => id),
    ).not.toContain(body.id)
  })

  it('go on after a restart: what was not taken comes, chats stay, ids do not repeat', async () => {
    const before = await chat()
    graph.webhooks.hold()
    const { body: lost } = await say({ body: 'escrita antes da queda' })
    await stop(true)
    await start()
    await statusIs(admin, connection, 'CONNECTED')
    await waitFor(async () => (await writtenTo()).some(({ waId }) => waId === lost.accepted[0]?.id))
    await say({ body: 'voltei' }, DUDA)
    expect(await waitFor(async () => (await writtenTo()).find((one) => one.body === 'voltei'))).toMatchObject(
      {
        contact: { number: '' },
      },
    )
    expect((await chat()).map(({ id }) => id)).toEqual([...before.map(({ id }) => id), lost.accepted[0]?.id])
    const messageId = newMessage()
    await asksToSend(gateway, { messageId, connectionId: connection, number: RITA, body: 'depois' })
    await arrives('depois')
    await phone('POST', '/simulator/read', { connection, number: RITA })
    const taken = await pg.sql<{ network_id: string }>(
      `SELECT network_id FROM ${SCHEMA}.outbound WHERE network_id <> ''`,
    )
    expect(new Set(taken.map((row) => row.network_id)).size).toBe(taken.length)
    expect((await chat()).filter(({ direction, ack }) => direction === 'out' && ack < 3)).toEqual([])
  })
})
