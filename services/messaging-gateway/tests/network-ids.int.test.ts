import { capabilities } from '@balcao/contracts'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import type {
  OutboundEdit,
  OutboundMessage,
  OutboundReaction,
  OutboundRevoke,
} from '../src/features/whatsapp-driver'
import { openConnectedSession, scriptedDriver } from './scripted-callbacks'
import {
  asksToSend,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  people,
  SCHEMA,
  startGateway,
  tell,
  type Gateway,
} from './support'

const rita = '5511999990001'
const remoteJid = `${rita}@s.whatsapp.net`

/* As the official API does: it names messages itself, after it took them, and would send a repeat twice. */
describe('a network that names messages itself', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let connection: number
  let foreign: number
  let index = 0
  let sent: OutboundMessage[] = []
  let changes: (OutboundEdit | OutboundRevoke | OutboundReaction)[] = []
  const change = (one: OutboundEdit | OutboundRevoke | OutboundReaction) => {
    changes.push(one)
    return Promise.resolve()
  }
  const { driver, callbacksFor } = scriptedDriver(
    {
      send: (message) => {
        sent.push(message)
        return Promise.resolve()
      },
      edit: change,
      revoke: change,
      react: change,
    },
    { capabilities: { ...capabilities.simulated, isIdempotent: false } },
  )

  const sends = async (body: string, over: object = {}) => {
    const messageId = messageUuid((index += 1))
    await asksToSend(gateway, { messageId, connectionId: connection, number: rita, body, ...over })
    await waitFor(() => sent.some((message) => message.body === body))
    return { messageId, ourId: sent.find((message) => message.body === body)?.waId ?? '' }
  }
  const told = async (messageId: string) =>
    (await outboundChanges(pg))
      .filter(({ body }) => body.value.messageId === messageId)
      .map(({ body: { value } }) => [value.waId, value.ack])
  const row = async (messageId: string) =>
    (
      await pg.sql<{
        wa_id: string
        network_id: string | null
        state: string
        failure: string
        tries: number
      }>(`SELECT wa_id, network_id, state, failure, tries FROM ${SCHEMA}.outbound WHERE message_id = $1`, [
        messageId,
      ])
    )[0]

  const waits = async (messageId: string) =>
    (
      await pg.sql<{ seconds: number }>(
        `SELECT extract(epoch FROM not_before - now())::int AS seconds FROM ${SCHEMA}.outbound WHERE message_id = $1`,
        [messageId],
      )
    )[0]?.seconds

  beforeAll(async () => {
    pg = await gatewayDatabase()
    gateway = await startGateway(pg, {
      tuning: { drivers: [driver], outboundTimes: { acceptWithinMs: 600, firstRetryMs: 10 } },
    })
    const { admin, foreigner } = await people(pg, gateway.url)
    connection = await openConnectedSession(admin, 'Vendas')
    foreign = await openConnectedSession(foreigner, 'Vizinha')
  })
  beforeEach(() => {
    sent = []
    changes = []
  })

  it('is heard by our id first, then by its own, and tickets learn its own', async () => {
    const { messageId, ourId } = await sends('oi')
    await callbacksFor(connection).accepted(ourId, 'wamid.1')
    await callbacksFor(connection).receipt(['wamid.1'], 2)
    await callbacksFor(connection).receipt([ourId], 3)
    expect(await row(messageId)).toMatchObject({
      wa_id: ourId,
      network_id: 'wamid.1',
      state: 'READ',
      tries: 1,
    })
    expect(await told(messageId)).toEqual([
      ['wamid.1', 1],
      ['wamid.1', 2],
      ['wamid.1', 3],
    ])
  })

  it('keeps the first name of a message', async () => {
    const { messageId, ourId } = await sends('duas vezes')
    await callbacksFor(connection).accepted(ourId, 'wamid.2')
    await callbacksFor(connection).accepted(ourId, 'wamid.2b')
    expect(await row(messageId)).toMatchObject({ network_id: 'wamid.2', state: 'ACCEPTED' })
  })

  it('is asked by its own names for quotes, edits, deletions and emojis, though asked before they were known', async () => {
    const { messageId, ourId } = await sends('pergunta')
    const requestId = messageUuid((index += 1))
    const answerId = messageUuid((index += 1))
    const target = { connectionId: connection, remoteJid, participant: '', fromMe: true, waId: '' }
    await asksToSend(gateway, {
      messageId: answerId,
      connectionId: connection,
      number: rita,
      body: 'citando',
      quotedMessageId: messageId,
      quotedFromMe: true,
    })
    await tell(gateway, 'outboundEditRequested', {
      requestId,
      messageId,
      connectionId: connection,
      body: 'b',
    })
    await callbacksFor(connection).accepted(ourId, 'wamid.3')
    await waitFor(() => sent.some(({ body }) => body === 'citando'))
    const quoting = sent.find(({ body }) => body === 'citando')
    expect(quoting?.quoted?.waId).toBe('wamid.3')
    await callbacksFor(connection).accepted(quoting?.waId ?? '', 'wamid.4')
    await waitFor(() => changes.length === 1)
    const emojiId = messageUuid((index += 1))
    await tell(gateway, 'outboundReactionRequested', {
      ...target,
      requestId: emojiId,
      messageId,
      emoji: '👍',
    })
    await tell(gateway, 'outboundRevokeRequested', { ...target, messageId })
    for (const length of [1, 2, 3]) {
      await waitFor(() => changes.length === length)
      await callbacksFor(connection).accepted(changes[length - 1]?.waId ?? '')
    }
    expect(changes).toMatchObject([
      { targetWaId: 'wamid.3', body: 'b' },
      { target: { waId: 'wamid.3', fromMe: true } },
      { targetWaId: 'wamid.3' },
    ])
  })

  it('brings an emoji of the customer to the message under the name that tickets has', async () => {
    const { ourId } = await sends('com emoji')
    await callbacksFor(connection).accepted(ourId, 'wamid.5')
    const target = { chat: { phone: rita }, author: undefined, fromMe: true, waId: ourId }
    const by = { number: rita, lid: '', name: 'Rita' }
    await callbacksFor(connection).reacted({ ...target, emoji: '👏', by, sentAt: new Date() })
    expect((await readOutbox(pg, SCHEMA, 'messageReacted')).at(-1)?.body.value).toMatchObject({
      waId: 'wamid.5',
    })
  })

  it('is not sent a message again whose outcome is unknown; a late word settles it', async () => {
    const { messageId, ourId } = await sends('sem resposta')
    await waitFor(async () => (await row(messageId))?.state === 'FAILED')
    expect(await row(messageId)).toMatchObject({ failure: 'ERR_WAPP_UNCONFIRMED', tries: 1 })
    expect(sent.filter(({ body }) => body === 'sem resposta')).toHaveLength(1)
    await callbacksFor(connection).accepted(ourId, 'wamid.6')
    expect(await row(messageId)).toMatchObject({ state: 'ACCEPTED', network_id: 'wamid.6', failure: '' })
    expect((await told(messageId)).at(-1)).toEqual(['wamid.6', 1])
  })

  it('is refused by either name', async () => {
    const { messageId, ourId } = await sends('recusada')
    await callbacksFor(connection).rejected(ourId, 'not-on-whatsapp')
    expect(await row(messageId)).toMatchObject({ state: 'FAILED', failure: 'ERR_WAPP_NOT_ON_WHATSAPP' })
  })

  it('that limits speed is tried again later under the same id, and a person decides after the last try', async () => {
    const { messageId, ourId } = await sends('depressa')
    const tries = async () => (await row(messageId))?.tries
    await callbacksFor(connection).rejected(ourId, 'too-fast')
    expect(await row(messageId)).toMatchObject({ state: 'UNKNOWN', failure: '' })
    await waitFor(async () => (await tries()) === 2)
    await callbacksFor(connection).rejected(ourId, 'too-fast', new Date(Date.now() + 3_600_000))
    expect(await waits(messageId)).toBeGreaterThan(3_500)
    await pg.sql(`UPDATE ${SCHEMA}.outbound SET not_before = now(), tries = 4 WHERE message_id = $1`, [
      messageId,
    ])
    await sends('outra conversa', { number: '5511999990009' })
    await waitFor(async () => (await tries()) === 5)
    await callbacksFor(connection).rejected(ourId, 'too-fast')
    expect(await row(messageId)).toMatchObject({ state: 'FAILED', failure: 'ERR_WAPP_TOO_FAST' })
    expect(new Set(sent.filter(({ body }) => body === 'depressa').map(({ waId }) => waId))).toEqual(
      new Set([ourId]),
    )
  })

  it.each([
    ['window-closed', 'ERR_WAPP_WINDOW_CLOSED', false],
    ['opted-out', 'ERR_WAPP_OPTED_OUT', false],
    ['blocked-by-policy', 'ERR_WAPP_BLOCKED_BY_POLICY', false],
    ['ban-risk', 'ERR_WAPP_BAN_RISK', true],
    ['unpaid', 'ERR_WAPP_UNPAID', true],
  ] as const)(
    'refuses as %s: the ticket says so, and the number waits when it is about the number',
    async (refusal, code, pauses) => {
      await pg.sql(`DELETE FROM ${SCHEMA}.lanes`)
      const { messageId, ourId } = await sends(refusal)
      await callbacksFor(connection).rejected(ourId, refusal)
      expect(await row(messageId)).toMatchObject({ state: 'FAILED', failure: code, tries: 1 })
      const paused = await pg.sql(`SELECT connection_id FROM ${SCHEMA}.lanes WHERE paused_until > now()`)
      expect(paused).toEqual(pauses ? [{ connection_id: connection }] : [])
    },
  )

  it('says nothing of another company’s message', async () => {
    const { messageId, ourId } = await sends('nossa')
    await callbacksFor(connection).accepted(ourId, 'wamid.7')
    await callbacksFor(foreign).receipt(['wamid.7', ourId], 3)
    expect(await row(messageId)).toMatchObject({ state: 'ACCEPTED' })
  })
})
