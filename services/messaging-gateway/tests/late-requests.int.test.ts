import { capabilities } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type EventValue } from '@balcao/contracts/wire'
import { DAY, MINUTE } from '@balcao/kernel'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import type { OutboundReaction, OutboundRevoke } from '../src/features/whatsapp-driver'
import { REQUEST_TAKEN_MS } from '../src/features/old-rows'
import { jid, openConnectedSession, scriptedDriver, textFrom } from './scripted-callbacks'
import {
  acme,
  asksToSend,
  beta,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  outboundRequest,
  people,
  received,
  revokeRequest,
  SCHEMA,
  startGateway,
  tell,
  type Gateway,
} from './support'

const rita = '5511999990001'

/* What the journal and the outbound queue do for messages whose rows have left them. */
describe('messages of weeks ago', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let connection: number
  let foreign: number
  let index = 0
  let bodies: string[] = []
  let changes: (OutboundReaction | OutboundRevoke)[] = []
  const { driver, callbacksFor } = scriptedDriver(
    {
      send: ({ body }) => {
        bodies.push(body)
        return Promise.resolve()
      },
      react: (change) => {
        changes.push(change)
        return Promise.resolve()
      },
      revoke: (change) => {
        changes.push(change)
        return Promise.resolve()
      },
    },
    { capabilities: { ...capabilities.simulated, needsHumanPace: false } },
  )

  beforeAll(async () => {
    pg = await gatewayDatabase()
    gateway = await startGateway(pg, { tuning: { drivers: [driver] } })
    const { admin, foreigner } = await people(pg, gateway.url)
    connection = await openConnectedSession(admin, 'Vendas')
    foreign = await openConnectedSession(foreigner, 'Vizinha')
  })
  beforeEach(() => {
    bodies = []
    changes = []
  })
  afterAll(() => pg.close())

  const runJob = () =>
    gateway.service.jobs
      .find(({ name }) => name === 'messaging-gateway.old-rows')!
      .run(new AbortController().signal)

  /* A claim of the inbox is kept for 8 days. */
  const age = async (days: number) => {
    for (const [table, ...columns] of [
      ['outbound', 'created_at', 'updated_at', 'sending_at'],
      ['inbound_messages', 'recorded_at', 'sent_at'],
    ] as const)
      await pg.sql(
        `UPDATE ${SCHEMA}.${table} SET ${columns.map((column) => `${column} = ${column} - $1 * interval '1 day'`).join()}`,
        [days],
      )
    await pg.sql(`DELETE FROM ${SCHEMA}.inbox`)
  }
  const rowsOf = (table: 'outbound' | 'inbound_messages', waId: string) =>
    pg.sql(`SELECT 1 FROM ${SCHEMA}.${table} WHERE wa_id = $1`, [waId])

  const deliver = async (event: DeskEvent) => {
    for (const consumer of gateway.service.consumers)
      if (consumer.cases.includes(event.body.$case)) await consumer.handle({ event, attempt: 1 })
  }
  const aged = (event: DeskEvent, ms: number): DeskEvent => ({
    ...event,
    occurredAt: new Date(Date.now() - ms),
  })
  const outcomes = async (messageId: string) =>
    (await outboundChanges(pg))
      .filter(({ body }) => body.value.messageId === messageId)
      .map(({ companyId, body: { value } }) => [companyId, value.ack, value.failure])

  /* A message that was sent and read; `after` sends another one, so that it is not the connection's last. */
  async function sends(body: string): Promise<{ event: DeskEvent; messageId: string; waId: string }> {
    const messageId = messageUuid((index += 1))
    const event = await asksToSend(gateway, { messageId, connectionId: connection, number: rita, body })
    await waitFor(() => bodies.includes(body))
    const [row] = await pg.sql<{ wa_id: string }>(
      `SELECT wa_id FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [messageId],
    )
    const waId = row!.wa_id
    await callbacksFor(connection).accepted(waId)
    await callbacksFor(connection).receipt([waId], 2)
    return { event, messageId, waId }
  }
  async function sendsLongAgo(body: string) {
    const sent = await sends(body)
    await age(31)
    await sends(`after ${body}`)
    await runJob()
    expect(await rowsOf('outbound', sent.waId)).toEqual([])
    bodies = []
    return sent
  }

  it('are not sent again by an event that is replayed when claim and row are gone', async () => {
    const { event, messageId } = await sendsLongAgo('replayed')
    const before = await outcomes(messageId)
    await deliver(aged(event, 31 * DAY))
    expect((await outcomes(messageId)).slice(before.length)).toEqual([[acme, -1, 'ERR_WAPP_TOO_LATE']])
    await sends('a later one')
    expect(bodies).toEqual(['a later one'])
    expect(await pg.sql(`SELECT 1 FROM ${SCHEMA}.outbound WHERE message_id = $1`, [messageId])).toEqual([])
  })

  it('are refused once, however often the event comes', async () => {
    const messageId = messageUuid((index += 1))
    const request = outboundRequest({ messageId, connectionId: connection, number: rita })
    const key = orderingKeys.connection(acme, connection)
    const event = aged(deskEvent(gateway.ports, key, 'outboundRequested', request), 40 * DAY)
    for (let times = 0; times < 3; times += 1) await deliver(event)
    expect(await outcomes(messageId)).toEqual([[acme, -1, 'ERR_WAPP_TOO_LATE']])
  })

  it('are taken until a day before a row of their time could be deleted', async () => {
    const key = orderingKeys.connection(acme, connection)
    const asked = async (ms: number) => {
      const messageId = messageUuid((index += 1))
      const request = outboundRequest({ messageId, connectionId: connection, number: rita, body: `${ms}` })
      await deliver(aged(deskEvent(gateway.ports, key, 'outboundRequested', request), ms))
      return messageId
    }
    await asked(REQUEST_TAKEN_MS - MINUTE)
    await waitFor(() => bodies.length === 1)
    const late = await asked(REQUEST_TAKEN_MS + 1)
    expect(await outcomes(late)).toEqual([[acme, -1, 'ERR_WAPP_TOO_LATE']])
    const sent = (
      await pg.sql<{ wa_id: string }>(`SELECT wa_id FROM ${SCHEMA}.outbound WHERE NOT settled`)
    )[0]
    await callbacksFor(connection).accepted(sent!.wa_id)
    expect(bodies).toHaveLength(1)
  })

  it('whose row is still there say themselves what became of them', async () => {
    const { event, messageId } = await sends('still there')
    const before = await outcomes(messageId)
    await pg.sql(`DELETE FROM ${SCHEMA}.inbox`)
    await deliver(aged(event, 35 * DAY))
    expect(await outcomes(messageId)).toEqual(before)
    expect(bodies).toEqual(['still there'])
  })

  it('of campaigns and of the send API fail as theirs; changes and read marks are not made', async () => {
    const key = orderingKeys.connection(acme, connection)
    const late = <C extends 'campaignMessageRequested' | 'outboundRequested'>(
      $case: C,
      value: EventValue<C>,
    ) => deliver(aged(deskEvent(gateway.ports, key, $case, value), 30 * DAY))
    const [ofCampaign, change] = [messageUuid((index += 1)), messageUuid((index += 1))]
    await late('campaignMessageRequested', {
      campaignId: 7,
      messageId: ofCampaign,
      connectionId: connection,
      number: rita,
      body: 'promo',
      media: undefined,
      answers: undefined,
      isReply: false,
      template: undefined,
    })
    const [told] = (await outboundChanges(pg)).filter(({ body }) => body.value.messageId === ofCampaign)
    expect(told?.body.value).toMatchObject({ campaignId: 7, ack: -1, failure: 'ERR_WAPP_TOO_LATE' })

    await pg.sql(
      `INSERT INTO ${SCHEMA}.delivery_webhooks (company_id, connection_id, url, sealed_secret, created_at) VALUES ($1, $2, 'https://erp.example/', '', now())`,
      [acme, connection],
    )
    const ofApi = messageUuid((index += 1))
    const asked = {
      messageId: ofApi,
      connectionId: connection,
      number: rita,
      clientKey: `api:${connection}:k`,
    }
    await late('outboundRequested', outboundRequest(asked))
    expect(
      await pg.sql(`SELECT company_id, ack, failure FROM ${SCHEMA}.delivery_reports WHERE message_id = $1`, [
        ofApi,
      ]),
    ).toEqual([{ company_id: acme, ack: -1, failure: 'ERR_WAPP_TOO_LATE' }])

    const before = (await readOutbox(pg, SCHEMA)).length
    const target = {
      connectionId: connection,
      remoteJid: jid(rita),
      participant: '',
      fromMe: true,
      waId: 'X',
    }
    for (const event of [
      deskEvent(gateway.ports, key, 'outboundRevokeRequested', { messageId: change, ...target }),
      deskEvent(gateway.ports, key, 'outboundEditRequested', {
        requestId: change,
        messageId: change,
        connectionId: connection,
        body: 'x',
      }),
      deskEvent(gateway.ports, key, 'outboundReactionRequested', {
        requestId: change,
        messageId: change,
        ...target,
        emoji: '👍',
      }),
      deskEvent(gateway.ports, key, 'readMarkRequested', {
        connectionId: connection,
        remoteJid: jid(rita),
        participant: '',
        waIds: ['X'],
      }),
    ])
      await deliver(aged(event, 30 * DAY))
    expect(await readOutbox(pg, SCHEMA)).toHaveLength(before)
    expect(await pg.sql(`SELECT 1 FROM ${SCHEMA}.outbound WHERE message_id = $1`, [change])).toEqual([])
    expect(changes).toEqual([])
  })

  it('that the customer reads now are told to tickets by their id', async () => {
    const { waId } = await sendsLongAgo('read late')
    const before = (await outboundChanges(pg)).length
    await callbacksFor(connection).receipt([waId, 'AC0123456789ABCDEF0123456789ABCDEF'], 3)
    const news = (await outboundChanges(pg)).slice(before)
    expect(news.map(({ orderingKey, body }) => [orderingKey, body.value])).toMatchObject([
      [`connection:${connection}`, { messageId: '', waId, ack: 3, connectionId: connection, campaignId: 0 }],
    ])
  })

  it('that have a row are told by it alone, though they were read before', async () => {
    const { waId } = await sends('read twice')
    await callbacksFor(connection).receipt([waId], 3)
    const before = (await outboundChanges(pg)).length
    await callbacksFor(connection).receipt([waId], 3)
    await callbacksFor(connection).receipt([waId], 2)
    expect(await outboundChanges(pg)).toHaveLength(before)
  })

  it('get emojis and deletions of the desk by what tickets knows of them', async () => {
    const { messageId, waId } = await sendsLongAgo('changed late')
    const target = { connectionId: connection, remoteJid: jid(rita), participant: '', fromMe: true, waId }
    const requestId = messageUuid((index += 1))
    await tell(gateway, 'outboundReactionRequested', { requestId, messageId, ...target, emoji: '👍' })
    await waitFor(() => changes.length === 1)
    expect(changes[0]).toMatchObject({ target: { waId, fromMe: true, chat: { phone: rita } }, emoji: '👍' })
    const [reaction] = await pg.sql<{ wa_id: string }>(
      `SELECT wa_id FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [requestId],
    )
    await callbacksFor(connection).accepted(reaction!.wa_id)
    await tell(gateway, 'outboundRevokeRequested', revokeRequest({ messageId, ...target }))
    await waitFor(() => changes.length === 2)
    expect(changes[1]).toMatchObject({ targetWaId: waId, chat: { phone: rita } })
    await callbacksFor(connection).accepted(changes[1]!.waId)
  })

  it('that a customer wrote are edited, deleted and reacted to under the names of their chat', async () => {
    const lid = '9990001'
    const contact = { number: rita, lid, name: 'Rita' }
    await callbacksFor(connection).inbound(textFrom(rita, 'OLD', { contact }))
    const conversation = (await received(pg)).at(-1)!.body.value.conversationId
    await age(31)
    await callbacksFor(connection).inbound(textFrom(rita, 'NEW', { contact }))
    await runJob()
    expect(await rowsOf('inbound_messages', 'OLD')).toEqual([])
    // Now the network names the chat by its LID.
    const chat = { lid }
    const target = { chat, author: undefined, fromMe: false, waId: 'OLD' }
    await callbacksFor(connection).revised({ ...target, deleted: false, body: 'corrigida' })
    await callbacksFor(connection).reacted({
      ...target,
      emoji: '❤️',
      by: contact,
      isWriterUnknown: true,
      sentAt: new Date(),
    })
    const revised = (await readOutbox(pg, SCHEMA, 'messageRevised')).at(-1)!
    const reacted = (await readOutbox(pg, SCHEMA, 'messageReacted')).at(-1)!
    for (const { orderingKey, body } of [revised, reacted]) {
      expect(orderingKey).toBe(`conversation:${conversation}`)
      expect(body.value).toMatchObject({ waId: 'OLD', fromMe: false, remoteJid: `${lid}@lid` })
      expect(body.value.otherJids).toContain(jid(rita))
    }
    expect(reacted.body.value.isWriterUnknown).toBe(true)
    // Those that are recorded go by their record, as ever.
    await callbacksFor(connection).revised({ ...target, waId: 'NEW', deleted: true, body: '' })
    expect((await readOutbox(pg, SCHEMA, 'messageRevised')).at(-1)!.body.value).toMatchObject({
      waId: 'NEW',
      remoteJid: jid(rita),
      otherJids: [],
    })
  })

  it('of a chat that nobody knows are not asked for', async () => {
    const before = (await readOutbox(pg, SCHEMA, 'messageRevised')).length
    const target = { chat: { phone: '5511999990077' }, author: undefined, fromMe: false, waId: 'NONE' }
    await callbacksFor(connection).revised({ ...target, deleted: true, body: '' })
    // The neighbour's number has no such chat either.
    await callbacksFor(foreign).revised({
      ...target,
      chat: { phone: rita },
      waId: 'OLD',
      deleted: true,
      body: '',
    })
    expect(await readOutbox(pg, SCHEMA, 'messageRevised')).toHaveLength(before)
    expect(
      await pg.sql(`SELECT 1 FROM ${SCHEMA}.conversation_aliases WHERE alias = 'phone:5511999990077'`),
    ).toEqual([])
  })

  it('of another company are not touched', async () => {
    await callbacksFor(foreign).inbound(textFrom(rita, 'THEIRS'))
    await callbacksFor(connection).inbound(textFrom(rita, 'OURS'))
    await age(10)
    await runJob()
    const [row] = await pg.sql<{ company_id: number }>(
      `SELECT company_id FROM ${SCHEMA}.inbound_messages WHERE wa_id = 'THEIRS'`,
    )
    expect(row?.company_id).toBe(beta)
  })
})
