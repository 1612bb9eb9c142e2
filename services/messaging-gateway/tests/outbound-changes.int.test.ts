import { capabilities, type SimulatorChatMessage } from '@balcao/contracts'
import { systemClock } from '@balcao/kernel'
import { readOutbox, sequentialIds, waitFor, type TestDatabase } from '@balcao/testkit'

import { SimulatedDriver } from '../src/adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../src/adapters/whatsapp/simulated/simulated-network'
import type { DriverSession, WhatsAppDriver } from '../src/features/whatsapp-driver'
import {
  acme,
  asksToSend,
  beta,
  caller,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  pairedConnection,
  people,
  quiet,
  SCHEMA,
  startGateway,
  tell,
  type CrashPoint,
  type Gateway,
} from './support'

const number = '5511999990001'
const remoteJid = `${number}@s.whatsapp.net`

describe('edits, emojis and typing', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let network: SimulatedNetwork
  let connection: number
  let index = 0
  let frames: string[] = []
  let typed: object[] = []
  let isSilent: (what: string) => boolean = () => false

  /** The simulated network; the test sees its frames and can disconnect it. */
  const createDriver = (): WhatsAppDriver => {
    const driver = new SimulatedDriver(network)
    const frame = async (what: string, work: () => Promise<void>) => {
      frames.push(what)
      if (!isSilent(what)) await work()
    }
    const open: WhatsAppDriver['open'] = async (request) => {
      const session = await driver.open(request)
      const ears: Partial<DriverSession> = {
        send: (message) => frame('send', () => session.send(message)),
        edit: (edit) => frame('edit', () => session.edit(edit)),
        react: (reaction) => frame('react', () => session.react(reaction)),
        typing: (chat) => {
          typed.push(chat)
          return session.typing(chat)
        },
      }
      return Object.assign(Object.create(session) as DriverSession, ears)
    }
    return {
      provider: 'simulated',
      capabilities: can,
      open,
      forget: (companyId, connectionId) => driver.forget(companyId, connectionId),
      pending: () => driver.pending(),
    }
  }

  const can = { ...capabilities.simulated }
  const next = () => messageUuid((index += 1))
  const sends = async (body: string, over: object = {}) => {
    const messageId = next()
    await asksToSend(gateway, { messageId, connectionId: connection, number, body, ...over })
    return messageId
  }
  const edits = async (messageId: string, body: string, requestId = next(), company = acme) => {
    const value = { requestId, messageId, connectionId: connection, body }
    await tell(gateway, 'outboundEditRequested', value, company)
    return requestId
  }
  const reacts = async (over: object, requestId = next(), company = acme) => {
    const value = {
      requestId,
      messageId: next(),
      connectionId: connection,
      waId: '',
      remoteJid,
      participant: '',
      fromMe: false,
      emoji: '👍',
      ...over,
    }
    await tell(gateway, 'outboundReactionRequested', value, company)
    return requestId
  }
  const chat = async () =>
    (
      await caller(gateway.url)<SimulatorChatMessage[]>(
        'GET',
        `/simulator/messages?connection=${connection}&number=${number}`,
      )
    ).body
  const shown = async (body: string) => (await chat()).find((message) => message.body === body)
  const states = (ids: string[]) =>
    pg.sql<{ state: string; failure: string; tries: number }>(
      `SELECT state, failure, tries FROM ${SCHEMA}.outbound WHERE message_id = ANY ($1) ORDER BY id`,
      [ids],
    )
  const revised = async () => (await readOutbox(pg, SCHEMA, 'messageRevised')).map(({ body }) => body.value)
  const reacted = async () => (await readOutbox(pg, SCHEMA, 'messageReacted')).map(({ body }) => body.value)
  const failures = async (id: string) =>
    (await outboundChanges(pg)).map(({ body }) => body.value).filter((change) => change.messageId === id)

  beforeAll(async () => {
    pg = await gatewayDatabase()
    const times = { pollMs: 30, qrMs: 60_000 }
    const ids = sequentialIds(701)
    network = new SimulatedNetwork({ db: pg.db(SCHEMA), clock: systemClock, ids, chance: () => 0.5, times })
    gateway = await startGateway(pg, { tuning: { drivers: [createDriver()] } })
    const { admin } = await people(pg, gateway.url)
    connection = await pairedConnection(gateway, admin, 'Vendas')
  })

  beforeEach(() => {
    Object.assign(can, capabilities.simulated)
    frames = []
    typed = []
    isSilent = () => false
  })

  it('fail without a frame where the network does not have them', async () => {
    const messageId = await sends('fica como está')
    await quiet(gateway)
    Object.assign(can, { edits: false, deletes: false, reacts: false, sends: ['chat'] })
    const requests = [await edits(messageId, 'outra'), await reacts({ messageId })]
    const theirs = { waId: '', remoteJid, participant: '', fromMe: true }
    await tell(gateway, 'outboundRevokeRequested', { messageId, connectionId: connection, ...theirs })
    const card = await sends('', { kind: 'vcard', vcard: 'BEGIN:VCARD' })
    await quiet(gateway)
    expect(frames).toEqual(['send'])
    const failed = { state: 'FAILED', failure: 'ERR_WAPP_NOT_OFFERED' }
    expect(await states([...requests, card])).toMatchObject([failed, failed, failed])
    expect(await shown('fica como está')).toMatchObject({ deleted: false })
    expect((await failures(card)).at(-1)).toMatchObject({ ack: -1, failure: 'ERR_WAPP_NOT_OFFERED' })
  })

  it('edit a message that is still on its way, in the order they were asked', async () => {
    const messageId = await sends('bom dis')
    const requestId = await edits(messageId, 'bom dia')
    await edits(messageId, 'bom dia', requestId)
    await edits(messageId, 'bom dia!')
    await quiet(gateway)
    expect(frames).toEqual(['send', 'edit', 'edit'])
    expect(await shown('bom dia!')).toMatchObject({ edited: true })
    const own = (await revised()).filter((change) => change.fromMe)
    expect(own.map(({ body }) => body)).toEqual(['bom dia', 'bom dia!'])
    expect(own[0]).toMatchObject({ remoteJid, participant: '', deleted: false })
  })

  it('put an emoji to a message of ours before it has a name, and to the customer’s', async () => {
    await network.inbound.store(
      [
        {
          connectionId: connection,
          chat: number,
          id: 'A1',
          body: 'oi',
          name: 'Rita',
          kind: 'chat',
          mediaId: null,
          media: undefined,
          quotedId: '',
          extra: {},
        },
      ],
      new Date(),
    )
    network.wake(connection)
    const messageId = await sends('com emoji')
    await reacts({ messageId, remoteJid: '', emoji: '🎉' })
    await reacts({ waId: 'A1', emoji: '👍' })
    await reacts({ waId: 'A1', emoji: '❤️' })
    await quiet(gateway)
    expect(await shown('com emoji')).toMatchObject({ reaction: '🎉' })
    expect(await shown('oi')).toMatchObject({ reaction: '❤️' })
    const events = await reacted()
    expect(events.map(({ emoji }) => emoji)).toEqual(expect.arrayContaining(['🎉', '👍', '❤️']))
    expect(events.find(({ emoji }) => emoji === '❤️')).toMatchObject({
      waId: 'A1',
      fromMe: false,
      byUs: true,
      by: undefined,
      remoteJid,
      connectionId: connection,
    })
  })

  it('wait until their message is settled, and fail with it', async () => {
    isSilent = (what) => what === 'send'
    const messageId = await sends('nunca chega')
    const edit = await edits(messageId, 'nem isto')
    const reaction = await reacts({ messageId, remoteJid: '' })
    await waitFor(async () => (await states([messageId]))[0]?.state === 'FAILED')
    await quiet(gateway)
    expect(frames.filter((frame) => frame !== 'send')).toEqual([])
    expect(await states([messageId, edit, reaction])).toMatchObject([
      { state: 'FAILED', failure: 'ERR_WAPP_UNCONFIRMED' },
      { state: 'FAILED', failure: 'ERR_EDITING_WAPP_MSG' },
      { state: 'FAILED', failure: 'ERR_REACT_WAPP_MSG' },
    ])
    expect(await failures(edit)).toMatchObject([{ ack: -1, failure: 'ERR_EDITING_WAPP_MSG' }])
  })

  it.each([
    ['not-on-whatsapp', 'ERR_WAPP_NOT_ON_WHATSAPP'],
    ['not-in-group', 'ERR_WAPP_NOT_IN_GROUP'],
    ['refused', 'ERR_EDITING_WAPP_MSG'],
  ] as const)('say why the server does not take them: %s', async (refusal, code) => {
    const messageId = await sends('recusada')
    await quiet(gateway)
    await network.devices.refuseNext(connection, refusal)
    const requestId = await edits(messageId, 'de novo')
    await quiet(gateway)
    expect(await states([requestId])).toMatchObject([{ state: 'FAILED', failure: code, tries: 1 }])
  })

  it('are sent again under the same id when no acknowledgement comes', async () => {
    const messageId = await sends('outra vez')
    await quiet(gateway)
    let isLost = true
    isSilent = () => isLost && !(isLost = false)
    const requestId = await edits(messageId, 'outra vez!')
    await quiet(gateway)
    expect(await states([requestId])).toMatchObject([{ state: 'ACCEPTED', tries: 2 }])
  })

  it('change nothing of another company, nor of another connection', async () => {
    const messageId = await sends('nossa')
    await quiet(gateway)
    frames = []
    await edits(messageId, 'deles', next(), beta)
    await reacts({ messageId, waId: 'A1' }, next(), beta)
    const elsewhere = { requestId: next(), messageId, connectionId: 999, body: 'de outra conexão' }
    await tell(gateway, 'outboundEditRequested', elsewhere)
    await quiet(gateway)
    expect(frames).toEqual([])
    expect(await shown('nossa')).toBeDefined()
  })

  it('show typing at once, or not at all', async () => {
    const typing = { connectionId: connection, remoteJid, isTyping: true }
    await tell(gateway, 'typingRequested', typing)
    await tell(gateway, 'typingRequested', typing, beta)
    await tell(gateway, 'typingRequested', { ...typing, connectionId: 999 })
    expect(typed).toEqual([{ chat: { phone: number }, isTyping: true }])
    expect(await pg.sql(`SELECT 1 FROM ${SCHEMA}.outbound WHERE operation = 'typing'`)).toEqual([])
  })

  const points: CrashPoint[] = [1, 2, 3, 4].flatMap((transaction) => [
    { transaction, when: 'before' as const },
    { transaction, when: 'after' as const },
  ])

  it.each(points)('survive a process that dies $when transaction $transaction, told once', async (point) => {
    const body = `antes ${index}`
    const messageId = await sends(body)
    await quiet(gateway)
    const dying = gateway
    await edits(messageId, `${body}: editada`)
    const reaction = { messageId, remoteJid: '', emoji: '✅' }
    await reacts(reaction)
    dying.arm(point)
    await waitFor(() => dying.hasCrashed(), 300).catch(() => undefined)
    await dying.crash()
    gateway = await startGateway(pg, { tuning: { drivers: [createDriver()] } })
    await quiet(gateway)
    expect(await shown(`${body}: editada`)).toMatchObject({ edited: true, reaction: '✅' })
    expect((await revised()).filter((change) => change.body === `${body}: editada`)).toHaveLength(1)
    const waId = (await failures(messageId))[0]?.waId
    expect((await reacted()).filter((change) => change.waId === waId)).toHaveLength(1)
  })
})
