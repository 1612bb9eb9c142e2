import { OutboundLane } from '@balcao/contracts/wire'
import { capabilities, type SimulatorOutboundItem } from '@balcao/contracts'
import { AppError, systemClock } from '@balcao/kernel'
import { readOutbox, sequentialIds, waitFor, type TestDatabase } from '@balcao/testkit'

import { SimulatedDriver } from '../src/adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../src/adapters/whatsapp/simulated/simulated-network'
import type {
  DriverSession,
  OutboundMessage,
  OutboundRevoke,
  WhatsAppDriver,
} from '../src/features/whatsapp-driver'
import {
  revokeRequest,
  asksToSend,
  beta,
  caller,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  pairedConnection,
  people,
  quiet,
  received,
  SCHEMA,
  startGateway,
  statusIs,
  tell,
  type Gateway,
} from './support'

/** The result of the next frames: delivery, no answer, a broken socket or a refusal. */
type Fate = 'network' | 'silence' | 'broken' | 'invalid'

describe('the outbound queue', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let connection: number
  let theirs: number
  let fate: (message: OutboundMessage) => Fate
  let frames: { waId: string; body: string }[]
  let revokes: OutboundRevoke[] = []
  let index = 0

  const createDriver = (): WhatsAppDriver => {
    const network = new SimulatedNetwork({
      db: pg.db(SCHEMA),
      clock: systemClock,
      ids: sequentialIds(700),
      chance: () => 0.5,
      times: { pollMs: 30, qrMs: 60_000 },
    })
    const driver = new SimulatedDriver(network)
    const open: WhatsAppDriver['open'] = async (request) => {
      const session = await driver.open(request)
      const send = async (message: OutboundMessage) => {
        frames.push({ waId: message.waId, body: message.body })
        const outcome = fate(message)
        if (outcome === 'broken') throw new Error('the line broke')
        if (outcome === 'invalid') throw new AppError('ERR_WAPP_INVALID_CONTACT')
        if (outcome === 'network') await session.send(message)
      }
      const revoke = async (frame: OutboundRevoke) => {
        revokes.push(frame)
        await session.revoke(frame)
      }
      return Object.assign(Object.create(session) as DriverSession, { send, revoke })
    }
    return {
      provider: 'simulated',
      capabilities: capabilities.simulated,
      open,
      forget: (...args) => driver.forget(args[0], args[1]),
      pending: () => driver.pending(),
    }
  }

  const ask = (
    over: {
      number?: string
      body?: string
      lane?: OutboundLane
      connectionId?: number
      quotedMessageId?: string
      quotedFromMe?: boolean
    } = {},
    company?: typeof beta,
  ) => {
    index += 1
    const request = {
      messageId: messageUuid(index),
      connectionId: connection,
      number: '5511999990001',
      body: `m${index}`,
      ...over,
    }
    return asksToSend(gateway, request, company).then(() => request)
  }
  const states = (ids: string[]) =>
    pg.sql<{ state: string; tries: number; failure: string }>(
      `SELECT state, tries, failure FROM ${SCHEMA}.outbound WHERE message_id = ANY ($1) AND operation = 'send' ORDER BY id`,
      [ids],
    )
  const arrived = async (id = connection) =>
    (
      await caller(gateway.url)<{ items: SimulatorOutboundItem[] }>(
        'GET',
        `/simulator/outbound?connection=${id}`,
      )
    ).body.items

  beforeAll(async () => {
    pg = await gatewayDatabase()
    frames = []
    fate = () => 'network'
    gateway = await startGateway(pg, { tuning: { drivers: [createDriver()] } })
    const { admin, foreigner } = await people(pg, gateway.url)
    connection = await pairedConnection(gateway, admin, 'Vendas')
    theirs = await pairedConnection(gateway, foreigner, 'Deles')
  })

  beforeEach(() => {
    frames = []
    fate = () => 'network'
  })

  it('keeps each chat in order and lets chats pass each other', async () => {
    const slow = '5511900000000'
    fate = (message) =>
      'phone' in message.chat &&
      message.chat.phone.startsWith(slow) &&
      !frames.some((frame) => frame.body === '1-4')
        ? 'silence'
        : 'network'
    for (let round = 0; round < 5; round += 1)
      for (const chat of [0, 1, 2]) await ask({ number: `551190000000${chat}`, body: `${chat}-${round}` })
    await quiet(gateway)
    const items = await arrived()
    for (const chat of [0, 1, 2]) {
      expect(items.filter((item) => item.number === `551190000000${chat}`).map((item) => item.body)).toEqual(
        [0, 1, 2, 3, 4].map((round) => `${chat}-${round}`),
      )
    }
    const bodies = items.map((item) => item.body)
    // Acknowledged before 1-4 was sent; 1-4 itself and the retry of 0-0 may be sent in either order.
    expect(bodies.indexOf('1-3')).toBeLessThan(bodies.indexOf('0-0'))
  })

  it('sends again under the same id what was not acknowledged, and gives up after five tries', async () => {
    fate = () => 'silence'
    const { messageId } = await ask({ number: '5511900000010' })
    const later = await ask({ number: '5511900000010' })
    await waitFor(async () => (await states([messageId]))[0]?.state === 'FAILED')
    expect(frames.filter((frame) => frame.body === `m${index - 1}`)).toHaveLength(5)
    expect(
      new Set(frames.filter((frame) => frame.body === `m${index - 1}`).map((frame) => frame.waId)).size,
    ).toBe(1)
    fate = () => 'network'
    await quiet(gateway)
    expect((await states([later.messageId]))[0]?.state).toBe('READ')
    const change = (await outboundChanges(pg))
      .map((event) => event.body.value)
      .filter((value) => value.messageId === messageId)
    expect(change).toMatchObject([{ ack: -1, failure: 'ERR_WAPP_UNCONFIRMED' }])
  })

  it('believes the network when it speaks after all', async () => {
    const failed = (await outboundChanges(pg))
      .map((event) => event.body.value)
      .find((change) => change.ack === -1)
    const line = await pg.sql<{ id: string }>(
      `SELECT wa_id AS id FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [failed?.messageId],
    )
    await pg.sql(
      `INSERT INTO simulator.receipts (connection_id, message_id, ack, due_at) VALUES ($1, $2, 2, now())`,
      [connection, line[0]?.id],
    )
    await waitFor(async () => (await states([failed?.messageId ?? '']))[0]?.state === 'DELIVERED')
  })

  it('tries again when the line breaks, and not when the network says never', async () => {
    let breaks = 2
    fate = () => (breaks-- > 0 ? 'broken' : 'network')
    const broken = await ask()
    await quiet(gateway)
    fate = () => 'invalid'
    const invalid = await ask()
    await quiet(gateway)
    expect(await states([broken.messageId, invalid.messageId])).toMatchObject([
      { state: 'READ', tries: 3 },
      { state: 'FAILED', tries: 1, failure: 'ERR_WAPP_INVALID_CONTACT' },
    ])
  })

  it('lets agents pass campaigns', async () => {
    await caller(gateway.url)('POST', `/simulator/connections/${connection}/logout`, {})
    await waitFor(
      async () =>
        (
          await pg.sql(`SELECT 1 FROM ${SCHEMA}.connections WHERE id = $1 AND status = 'DISCONNECTED'`, [
            connection,
          ])
        ).length === 1,
    )
    for (let chat = 0; chat < 30; chat += 1)
      await ask({
        number: `5511977${String(chat).padStart(6, '0')}`,
        lane: OutboundLane.OUTBOUND_LANE_CAMPAIGN,
        body: `campaign ${chat}`,
      })
    await ask({ number: '5511977000000', body: 'agent' })
    const { admin } = await people(pg, gateway.url)
    await admin('POST', `/whatsappsession/${connection}`)
    await waitFor(
      async () =>
        (await caller(gateway.url)('POST', `/simulator/connections/${connection}/scan`, {})).status === 200,
    )
    await statusIs(admin, connection, 'CONNECTED')
    await quiet(gateway)
    const order = frames.map((frame) => frame.body)
    expect(order).toHaveLength(31)
    expect(order.indexOf('agent')).toBeLessThan(8)
  })

  it('tells of a campaign’s message once, before the network has it, whatever breaks', async () => {
    fate = (message) => (message.body === 'Posso?' && frames.length === 1 ? 'broken' : 'network')
    const answers = { campaignName: 'Natal', asks: true, opensTicket: false, optOutWords: ['sair'] }
    const messageId = messageUuid(8_123)
    const requested = {
      campaignId: 5,
      messageId,
      connectionId: connection,
      number: '5511999990009',
      body: 'Posso?',
      answers,
      isReply: false,
    }
    await tell(gateway, 'campaignMessageRequested', requested)
    await quiet(gateway)
    expect(await states([messageId])).toMatchObject([{ state: 'READ', tries: 2 }])
    const told = (await readOutbox(pg, SCHEMA)).flatMap(({ body }) =>
      (body.$case === 'campaignMessageSending' || body.$case === 'outboundChanged') &&
      body.value.messageId === messageId
        ? [body]
        : [],
    )
    expect(told[0]).toMatchObject({
      $case: 'campaignMessageSending',
      value: { campaignId: 5, number: '5511999990009', kind: 'chat', body: 'Posso?', answers },
    })
    expect(told.filter(({ $case }) => $case === 'campaignMessageSending')).toHaveLength(1)
  })

  it('takes back a message only after it was sent, and not one that never was', async () => {
    fate = (message) => (message.body === 'never' ? 'invalid' : 'network')
    const kept = await ask({ body: 'taken back' })
    await tell(
      gateway,
      'outboundRevokeRequested',
      revokeRequest({
        messageId: kept.messageId,
        connectionId: connection,
      }),
    )
    const never = await ask({ body: 'never' })
    await tell(
      gateway,
      'outboundRevokeRequested',
      revokeRequest({
        messageId: never.messageId,
        connectionId: connection,
      }),
    )
    await quiet(gateway)
    expect((await arrived()).find((item) => item.deleted)).toMatchObject({ body: '', sightings: 1 })
    const revokes = await pg.sql(
      `SELECT state FROM ${SCHEMA}.outbound WHERE operation = 'revoke' ORDER BY id`,
    )
    expect(revokes.map((row) => row.state)).toEqual(['ACCEPTED', 'FAILED'])
    const acks = (await outboundChanges(pg))
      .map((event) => event.body.value)
      .filter((change) => change.messageId === never.messageId)
    expect(acks.map((change) => change.ack)).toEqual([-1])
  })

  it('takes back what was typed on the phone, once, and only what our own number wrote', async () => {
    const typed = {
      messageId: messageUuid(9_001),
      connectionId: connection,
      waId: 'PHONE1',
      remoteJid: '120363000000000001@g.us',
      participant: '5511955550000@s.whatsapp.net',
      fromMe: true,
    }
    revokes = []
    await tell(gateway, 'outboundRevokeRequested', typed)
    await tell(gateway, 'outboundRevokeRequested', typed)
    const others = { ...typed, messageId: messageUuid(9_002), waId: 'CUSTOMER1', fromMe: false }
    await tell(gateway, 'outboundRevokeRequested', others)
    const stolen = { ...typed, messageId: messageUuid(9_003) }
    await tell(gateway, 'outboundRevokeRequested', stolen, beta)
    await quiet(gateway)
    expect(revokes).toMatchObject([
      {
        targetWaId: 'PHONE1',
        chat: { group: '120363000000000001' },
        author: { phone: '5511955550000' },
      },
    ])
    expect(
      await pg.sql(
        `SELECT state FROM ${SCHEMA}.outbound WHERE operation = 'revoke' AND message_id = ANY ($1)`,
        [[9_001, 9_002, 9_003].map(messageUuid)],
      ),
    ).toEqual([{ state: 'ACCEPTED' }])
  })

  it('quotes a message of ours that the desk has no network id of yet, and nothing of another company', async () => {
    const first = await ask({ body: 'a citada' })
    await ask({ body: 'a resposta', quotedMessageId: first.messageId, quotedFromMe: true })
    const elsewhere = await ask({ connectionId: theirs, body: 'de outra empresa' }, beta)
    await ask({ body: 'sem citar', quotedMessageId: elsewhere.messageId, quotedFromMe: true })
    await quiet(gateway)
    const items = await arrived()
    const quotes = (body: string) => items.find((item) => item.body === body)?.quotedId
    expect(quotes('a resposta')).toBe(items.find((item) => item.body === 'a citada')?.id)
    expect(quotes('sem citar')).toBeUndefined()
  })

  it('does not take the echo of its own message for news', async () => {
    const sent = await ask({ body: 'eco' })
    await quiet(gateway)
    const before = (await received(pg)).length
    const waId = (await outboundChanges(pg))
      .map((event) => event.body.value)
      .find((change) => change.messageId === sent.messageId)?.waId
    expect(waId).toBeDefined()
    const { recordInboundMessage } = await import('../src/features/inbound')
    const { PgOutboundStore } = await import('../src/adapters/postgres/pg-outbound-store')
    const outbound = new PgOutboundStore()
    const lease = await gateway.ports.leases.acquire('echo')
    const deps = { ...gateway.ports, isOwnEcho: outbound.isOurs.bind(outbound) } as never
    const echo = {
      waId,
      chat: { phone: '5511999990001' },
      author: undefined,
      fromMe: true,
      contact: { number: '5511999990001', lid: '', name: '' },
      sender: undefined,
      kind: 'chat',
      body: 'eco',
      media: undefined,
      quotedWaId: '',
      location: undefined,
      vcard: '',
      sentAt: new Date(),
    }
    expect(
      await recordInboundMessage(
        deps,
        { companyId: 1, connectionId: connection, lease } as never,
        echo as never,
      ),
    ).toBe('repeated')
    expect(await received(pg)).toHaveLength(before)
  })

  it("cannot be made to send from another company's connection", async () => {
    const [before, theirsBefore] = [(await arrived()).length, (await arrived(theirs)).length]
    const stolen = await ask({ connectionId: connection, body: 'furto' }, beta)
    const own = await ask({ connectionId: theirs, body: 'deles' }, beta)
    await tell(
      gateway,
      'outboundRevokeRequested',
      revokeRequest({ messageId: messageUuid(1), connectionId: connection }),
      beta,
    )
    await tell(
      gateway,
      'readMarkRequested',
      { connectionId: connection, remoteJid: 'x', waIds: ['y'], participant: '' },
      beta,
    )
    await quiet(gateway)
    expect(await arrived()).toHaveLength(before)
    expect((await arrived(theirs)).slice(theirsBefore).map((item) => item.body)).toEqual(['deles'])
    expect(await states([stolen.messageId, own.messageId])).toMatchObject([
      { state: 'FAILED', failure: 'ERR_NO_WAPP_FOUND' },
      { state: 'READ' },
    ])
    expect(
      (await pg.sql(`SELECT 1 FROM ${SCHEMA}.outbound WHERE operation = 'revoke' AND company_id = 2`)).length,
    ).toBe(0)
    expect((await pg.sql(`SELECT 1 FROM ${SCHEMA}.read_marks`)).length).toBe(0)
  })

  it('loses, doubles and reorders nothing when the line is cut again and again', async () => {
    const phone = caller(gateway.url)
    const chats = Array.from({ length: 10 }, (_, chat) => `55119111${String(chat).padStart(5, '0')}`)
    const passed = async () => (await received(pg)).length + (await arrived()).length
    const passedBefore = await passed()
    const cutting = (async () => {
      for (let cut = 1; cut <= 6; cut += 1) {
        await waitFor(async () => (await passed()) - passedBefore >= cut * 30)
        await phone('POST', `/simulator/connections/${connection}/restart`, {})
      }
    })()
    const firstIndex = index + 1
    for (let round = 0; round < 10; round += 1) {
      const messages = chats.map((number) => ({
        connection,
        number,
        id: `cut-${number}-${round}`,
        body: `${number} ${round}`,
      }))
      expect((await phone('POST', '/simulator/inbound', { messages })).status).toBe(202)
      for (const number of chats) await ask({ number, body: `re ${number} ${round}` })
    }
    await cutting
    await quiet(gateway)
    const inbound = (await received(pg)).map((event) => event.body.value)
    const items = await arrived()
    const ids = Array.from({ length: 100 }, (_, offset) => messageUuid(firstIndex + offset))
    expect((await states(ids)).filter((row) => row.state !== 'READ')).toEqual([])
    for (const number of chats) {
      expect(
        inbound.filter((message) => message.contact?.number === number).map((message) => message.body),
      ).toEqual(Array.from({ length: 10 }, (_, round) => `${number} ${round}`))
      expect(items.filter((item) => item.number === number).map((item) => item.body)).toEqual(
        Array.from({ length: 10 }, (_, round) => `re ${number} ${round}`),
      )
    }
  })
})
