import { randomBytes } from 'node:crypto'

import type { EventValue } from '@balcao/contracts/wire'
import { readOutbox, waitFor } from '@balcao/testkit'
import { Client } from 'pg'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { buildEnc, messageStanza, senderAttrs } from './fake-whatsapp/envelopes'
import { SCHEMA } from './support'

/* Messages whose content the server gives only to the company's phone: click-to-WhatsApp ads, view-once. */

const OURS = '5511940000001'
const AD = {
  title: 'Bolo de pote',
  body: '2 por 1 hoje',
  sourceType: 'ad',
  sourceId: '23851234567890',
  sourceUrl: 'https://fb.me/abc',
}
const lead = (text: string) => ({
  extendedTextMessage: { text, contextInfo: { externalAdReply: AD } },
})

let desk: Desk
let account: Account
let ana: Contact
let id: number

afterEach(() => desk.close())

const open = async ({ phonesAnswer = true, times = {} } = {}) => {
  desk = await Desk.open({
    network: { settings: { phonesAnswer } },
    gateway: { tuning: { placeholderTimes: { firstRetryMs: 200, ...times } } },
  })
  account = desk.wa.account(OURS)
  ana = desk.wa.contact('5511999990001', { name: 'Ana' })
  id = await desk.link(account)
}
const filled = async (): Promise<EventValue<'placeholderFilled'>[]> =>
  (await readOutbox(desk.pg, SCHEMA, 'placeholderFilled')).map(({ body }) => body.value)
const comes = (count = 1) => waitFor(async () => (await filled()).length >= count, PATIENCE_MS)
const waiting = () =>
  desk.pg.sql<{ wa_id: string; tries: number }>(`SELECT wa_id, tries FROM ${SCHEMA}.placeholders ORDER BY id`)

it('a lead from an ad is told at once, asked of the phone, and filled in with its ad, once', async () => {
  await open({ times: { firstRetryMs: 60_000 } })
  await ana.send(account, lead('quero!'), { id: 'AD1', unavailable: '' })
  await comes()
  const [told] = await desk.received(id)
  expect(told).toMatchObject({ waId: 'AD1', kind: 'placeholder', body: '', contact: { number: ana.number } })
  const { sourceUrl, ...ad } = AD
  expect(await filled()).toMatchObject([
    { waId: 'AD1', remoteJid: told?.remoteJid, conversationId: told?.conversationId },
  ])
  expect((await filled())[0]).toMatchObject({ kind: 'chat', body: 'quero!', ad: { ...ad, url: sourceUrl } })
  expect(await waiting()).toEqual([])
  await desk.talks(id, account, ana, 'e depois?')
  expect([(await desk.received(id)).length, account.memory.asked]).toEqual([2, ['AD1']])
  expect(account.ledger.nacks).toEqual([])
  desk.wa.verify()
})

it.each(['pn', 'lid'] as const)('finds the message of a chat that is named by %s', async (addressing) => {
  await open()
  await ana.send(account, lead('por aqui'), { id: 'AD1', unavailable: '', addressing })
  await comes()
  const [told] = await desk.received(id)
  expect(await filled()).toMatchObject([{ remoteJid: told?.remoteJid, body: 'por aqui' }])
  expect(await desk.received(id)).toHaveLength(1)
})

it('waits for a phone that answers late, over a restart, and keeps the order of the chat', async () => {
  await open({ phonesAnswer: false })
  await ana.text(account, 'antes')
  await ana.send(account, lead('no meio'), { id: 'AD1', unavailable: '' })
  await ana.text(account, 'depois')
  await waitFor(() => account.memory.asked.length >= 2, PATIENCE_MS)
  await desk.restart()
  await desk.isConnected(id)
  await account.answer()
  await comes()
  expect((await desk.received(id)).map(({ body, kind }) => [kind, body])).toEqual([
    ['chat', 'antes'],
    ['placeholder', ''],
    ['chat', 'depois'],
  ])
  expect(await filled()).toMatchObject([{ waId: 'AD1', body: 'no meio' }])
  await account.answer()
  await desk.talks(id, account, ana, 'fim')
  expect(await filled()).toHaveLength(1)
})

it('leaves to the phone what it never gives, and asks no more; what comes then is filled in all the same', async () => {
  await open({ phonesAnswer: false, times: { firstRetryMs: 20, maxTries: 3 } })
  await ana.send(account, lead('perdida'), { id: 'AD1', unavailable: '' })
  await comes()
  expect(await filled()).toMatchObject([{ waId: 'AD1', kind: 'phoneOnly', body: '' }])
  expect([account.memory.asked, await waiting()]).toEqual([['AD1', 'AD1', 'AD1'], []])
  await account.answer()
  await comes(2)
  expect((await filled())[1]).toMatchObject({ waId: 'AD1', kind: 'chat', body: 'perdida' })
})

it.each(['view_once', 'view_once_unavailable_fanout', 'hosted_unavailable_fanout'])(
  'shows that there is a message of type %s, and asks for none',
  async (unavailable) => {
    await open()
    await ana.send(account, { conversation: 'só no celular' }, { id: 'V1', unavailable })
    await desk.talks(id, account, ana, 'viu?')
    const [told] = await desk.received(id)
    expect(told).toMatchObject({ waId: 'V1', kind: 'phoneOnly', body: '' })
    expect(told?.marks).toEqual(unavailable.startsWith('view_once') ? ['viewOnce'] : [])
    expect([account.memory.asked, await waiting(), await filled()]).toEqual([[], [], []])
  },
)

it('an emoji that cannot be decrypted is not shown', async () => {
  desk = await Desk.open({ gateway: { tuning: { baileysTimes: { undecrypted: 100 } } } })
  account = desk.wa.account(OURS)
  ana = desk.wa.contact('5511999990001', { name: 'Ana' })
  id = await desk.link(account)
  for (const [waId, fails] of [
    ['E1', 'hide'],
    ['E2', undefined],
  ] as const) {
    const envelope = { waId, message: { conversation: 'x' }, addressing: 'pn' as const }
    const enc = buildEnc(
      { type: 'msg', ciphertext: Buffer.concat([Buffer.from([0x33]), randomBytes(60)]) },
      envelope,
    )
    if (fails) enc.attrs['decrypt-fail'] = fails
    account.device.deliver(messageStanza(envelope, senderAttrs(ana, 'pn'), [enc]))
  }
  await waitFor(async () => (await desk.received(id)).length > 0, PATIENCE_MS)
  expect((await desk.received(id)).map(({ waId }) => waId)).toEqual(['E2'])
})

it('a file that only the phone had is fetched, too', async () => {
  await open()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await ana.media(account, 'image', png, {
    id: 'F1',
    unavailable: '',
    caption: 'esta',
    mimetype: 'image/png',
  })
  await comes()
  const [message] = await filled()
  expect(message).toMatchObject({ kind: 'image', body: 'esta', media: { sizeBytes: png.length } })
  expect(await desk.gateway.ports.blobs.info(message?.media?.key ?? '')).toEqual({ sizeBytes: png.length })
})

it('a kill before the message is recorded loses nothing: the server has no ack for it', async () => {
  await open()
  await desk.pg.sql(`ALTER TABLE ${SCHEMA}.signal_journal RENAME TO hidden_journal`)
  await ana.send(account, lead('quero!'), { id: 'AD1', unavailable: '' })
  await waitFor(() => !account.isOnline, PATIENCE_MS)
  expect(account.device.pending.map(({ attrs }) => attrs['id'])).toEqual(['AD1'])
  await desk.pg.sql(`ALTER TABLE ${SCHEMA}.hidden_journal RENAME TO signal_journal`)
  await comes()
  expect(await filled()).toMatchObject([{ waId: 'AD1', body: 'quero!' }])
  await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
})

/* A slow database: a transaction that writes to the journal waits until the test lets it continue, or is killed. */
const holdJournal = async () => {
  const holder = new Client({ ...desk.pg.admin })
  await holder.connect()
  await holder.query(`BEGIN; LOCK TABLE ${SCHEMA}.signal_journal IN SHARE MODE`)
  const each = (what: string) =>
    holder.query(
      `SELECT ${what} FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  return {
    isAwaited: async () => (await each('pid')).rows.length > 0,
    killWriters: () => each('pg_terminate_backend(pid)'),
    end: () => holder.end(),
  }
}

const unacked = () => account.device.pending.map(({ attrs }) => attrs['id'])

it('the server hears of a message without content when its row is durable, not before', async () => {
  await open({ times: { firstRetryMs: 60_000 } })
  const greeting = await desk.sends(id, ana, 'bom dia')
  await desk.shows(account, ana, ['bom dia'])
  const journal = await holdJournal()
  await ana.send(account, lead('quero!'), { id: 'AD1', unavailable: '' })
  await waitFor(() => journal.isAwaited(), PATIENCE_MS)
  // Later messages are in the database by now: an ack that did not wait would have reached the server.
  ana.receipt(account, [(await desk.outbound(greeting)).wa_id], 'read')
  await waitFor(async () => (await desk.outbound(greeting)).state === 'READ', PATIENCE_MS)
  await desk.wa.idle()
  expect(unacked()).toContain('AD1')
  expect(await desk.received(id)).toEqual([])
  await journal.end()
  await waitFor(() => unacked().length === 0, PATIENCE_MS)
  await comes()
  expect(await desk.received(id)).toMatchObject([{ waId: 'AD1', kind: 'placeholder' }])
})

it('a process that dies between the message and its row leaves it with the server', async () => {
  await open()
  const journal = await holdJournal()
  await ana.send(account, lead('quero!'), { id: 'AD1', unavailable: '' })
  await waitFor(() => journal.isAwaited(), PATIENCE_MS)
  await journal.killWriters()
  await desk.gateway.crash()
  await journal.end()
  expect([unacked(), await desk.received(id)]).toEqual([['AD1'], []])
  await desk.revive()
  await comes()
  expect(await filled()).toMatchObject([{ waId: 'AD1', body: 'quero!' }])
  expect(await desk.received(id)).toMatchObject([{ waId: 'AD1', kind: 'placeholder' }])
  await waitFor(() => unacked().length === 0, PATIENCE_MS)
})
