import { Readable } from 'node:stream'

import { encodeWaveform, WAVEFORM_BARS } from '@balcao/contracts'
import type { EventValue } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import { toTarget } from '../src/features/inbound'
import type { InboundMedia } from '../src/features/whatsapp-driver'
import { openConnectedSession, jid, scriptedDriver, textFrom } from './scripted-callbacks'
import {
  asksToSend,
  gatewayDatabase,
  messageUuid,
  people,
  received,
  SCHEMA,
  startGateway,
  type Gateway,
} from './support'

const rita = '5511999990001'
const davi = '5511999990002'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const failing = () => Promise.reject(new AppError('ERR_WAPP_DOWNLOAD_MEDIA'))
const toStream = (bytes: Buffer) => Promise.resolve(Readable.from([bytes], { objectMode: false }))

describe('what a line brings', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let connection: number
  let foreignConnection: number
  let settings: Record<string, string> = {}
  let fetches: unknown[] = []
  let fetchMedia: (ticket: unknown) => Promise<Readable> = failing
  const { driver, callbacksFor } = scriptedDriver({
    fetchMedia: (ticket) => {
      fetches.push(ticket)
      return fetchMedia(ticket)
    },
  })

  const told = async (waId: string) =>
    (await received(pg)).filter(({ body }) => body.value.waId === waId).map(({ body }) => body.value)
  const events = async <
    C extends 'messageRevised' | 'messageReacted' | 'messageMediaArrived' | 'messageMediaWaitChanged',
  >(
    type: C,
  ) =>
    (await readOutbox(pg, SCHEMA, type)).map(({ orderingKey, body }) => ({
      orderingKey,
      ...(body.value as EventValue<C>),
    }))
  const findKey = async (waId: string) => `conversation:${(await told(waId))[0]?.conversationId}`
  const picture = (over: Partial<InboundMedia> = {}): InboundMedia => ({
    name: 'foto.png',
    claimedMimeType: 'image/png',
    durationSeconds: 0,
    sizeBytes: png.length,
    reference: { url: 'https://media.example/secret', key: 'c2VjcmV0' },
    open: () => toStream(png),
    ...over,
  })
  const sends = (waId: string, media: InboundMedia) =>
    callbacksFor(connection).inbound(textFrom(rita, waId, { kind: 'image', media }))
  const waiting = () =>
    pg.sql<{ tries: number; wait: string }>(`SELECT tries, wait FROM ${SCHEMA}.media_fetches`)
  const arrivalOf = async (waId: string) =>
    (await events('messageMediaArrived')).find((event) => event.waId === waId)
  const changedWaits = async (waId: string) =>
    (await events('messageMediaWaitChanged')).filter((event) => event.waId === waId)

  beforeAll(async () => {
    pg = await gatewayDatabase()
    gateway = await startGateway(pg, {
      rpc: { auth: { getSettings: () => Promise.resolve({ settings }) } },
      tuning: {
        drivers: [driver],
        mediaTimes: { inlineMs: 150, firstRetryMs: 20, waitMs: 20, outageMs: 20, maxTries: 3 },
      },
    })
    const { admin, foreigner } = await people(pg, gateway.url)
    connection = await openConnectedSession(admin, 'Vendas')
    foreignConnection = await openConnectedSession(foreigner, 'Vizinha')
    await callbacksFor(connection).inbound(textFrom(rita, 'A1', { marks: ['forwarded', 'ephemeral'] }))
    await callbacksFor(connection).inbound(textFrom(davi, 'A1'))
  })

  beforeEach(() => {
    fetches = []
    fetchMedia = failing
  })

  it('has its marks', async () => expect((await told('A1'))[0]?.marks).toEqual(['forwarded', 'ephemeral']))

  it('are emojis behind their message, each one told', async () => {
    const target = { remoteJid: jid(rita), participant: '', fromMe: false, waId: 'A1' }
    const by = { number: rita, lid: '', name: 'Rita' }
    const sentAt = new Date()
    for (const emoji of ['👍', '👍', ''])
      await callbacksFor(connection).reacted({ ...toTarget(target), emoji, by, sentAt })
    await callbacksFor(connection).reacted({ ...toTarget(target), emoji: '❤️', by: undefined, sentAt })
    const heard = await events('messageReacted')
    expect(heard).toMatchObject([
      { ...target, emoji: '👍', byUs: false, by: { number: rita, name: 'Rita' } },
      { emoji: '👍' },
      { emoji: '' },
      { emoji: '❤️', byUs: true, by: undefined },
    ])
    expect(new Set(heard.map(({ orderingKey }) => orderingKey))).toEqual(new Set([await findKey('A1')]))
  })

  it('are emojis on unknown messages, in their chat', async () => {
    const target = { remoteJid: jid(rita), participant: '', fromMe: true, waId: 'ANTIGA' }
    await callbacksFor(connection).reacted({
      ...toTarget(target),
      emoji: '👏',
      by: undefined,
      sentAt: new Date(-1),
    })
    const last = (await events('messageReacted')).at(-1)
    expect(last).toMatchObject({ ...target, emoji: '👏', orderingKey: await findKey('A1') })
    expect(Math.abs(Date.now() - (last?.sentAt?.getTime() ?? 0))).toBeLessThan(60_000)
  })

  it('are edits and deletions of the author only', async () => {
    const target = { remoteJid: jid(rita), participant: '', fromMe: false, waId: 'A1' }
    const edit = { deleted: false, body: 'mudei' }
    await callbacksFor(connection).revised({ ...toTarget(target), ...edit })
    for (const forged of [
      { ...target, waId: 'A2' },
      { ...target, fromMe: true },
      { ...target, participant: jid(davi) },
      { ...target, remoteJid: '120363@g.us', participant: jid(rita) },
      { ...target, remoteJid: jid('5511999990009') },
    ])
      await callbacksFor(connection).revised({ ...toTarget(forged), ...edit })
    const [first, ...others] = await events('messageRevised')
    expect(first).toMatchObject({ ...target, ...edit, orderingKey: await findKey('A1'), otherJids: [] })
    // Tickets may know one that is not recorded here: by its writer and this chat alone.
    expect(others).toMatchObject([
      { ...target, waId: 'A2' },
      { ...target, fromMe: true },
      { ...target, participant: jid(davi) },
    ])
  })

  it('are deletions, on the phone, of what was sent from here', async () => {
    const id = messageUuid(1)
    await asksToSend(gateway, { messageId: id, connectionId: connection, number: rita, body: 'enviada' })
    const [row] = await pg.sql<{ wa_id: string }>(
      `SELECT wa_id FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [id],
    )
    const target = { remoteJid: jid(rita), participant: '', fromMe: true, waId: row?.wa_id ?? '' }
    await callbacksFor(connection).revised({
      ...toTarget(target),
      chat: { phone: davi },
      deleted: true,
      body: '',
    })
    await callbacksFor(connection).revised({ ...toTarget(target), deleted: true, body: '' })
    const told = (await events('messageRevised')).filter(({ waId }) => waId === target.waId)
    expect(told).toMatchObject([
      { ...target, remoteJid: jid(davi), orderingKey: expect.not.stringMatching(await findKey('A1')) },
      { ...target, deleted: true, otherJids: [] },
    ])
    expect(told[0]?.otherJids).not.toContain(jid(rita))
  })

  it('is known by another name of its chat', async () => {
    const contact = { number: '', lid: '771', name: '' }
    await callbacksFor(connection).inbound(textFrom('', 'L1', { chat: { lid: '771' }, contact }))
    await callbacksFor(connection).linked({ number: '5511999990771', lid: '771' })
    const target = { remoteJid: jid('5511999990771'), participant: '', fromMe: false, waId: 'L1' }
    await callbacksFor(connection).revised({ ...toTarget(target), deleted: false, body: 'editada' })
    expect((await events('messageRevised')).at(-1)).toMatchObject({
      remoteJid: '771@lid',
      waId: 'L1',
      body: 'editada',
      orderingKey: await findKey('L1'),
    })
  })

  it('is what a stranger may send, within bounds, and its chat goes on', async () => {
    const waId = `X${'x'.repeat(70_000)}`
    const hostile = { body: `a\u0000${'b'.repeat(70_000)}`, quotedWaId: '\u0000', sentAt: new Date(8.64e15) }
    await callbacksFor(connection).inbound(textFrom(rita, waId, hostile))
    await callbacksFor(connection).inbound(textFrom(rita, waId, hostile))
    await callbacksFor(connection).inbound(textFrom(rita, 'DEPOIS'))
    const last = (await received(pg)).slice(-2).map(({ body }) => body.value)
    expect(last).toMatchObject([{ quotedWaId: '' }, { waId: 'DEPOIS' }])
    expect(last[0]?.waId).toMatch(/^long:/)
    expect(last[0]?.body.length).toBeLessThanOrEqual(65_536)
    expect(last[0]?.sentAt?.getTime()).toBeLessThan(Date.now() + 60_000)
  })

  describe('as a call', () => {
    const call = (waId: string, isVideo = false) => ({
      event: 'rings' as const,
      waId,
      chat: { phone: rita },
      contact: { number: rita, lid: '', name: '' },
      isVideo,
      sentAt: new Date(),
    })
    const changes = async (value: string) => {
      settings = { call: value }
      const event = { companyId: 1, body: { $case: 'settingChanged', value: { key: 'call', value } } }
      for (const consumer of gateway.service.consumers)
        if (consumer.cases.includes('settingChanged')) await consumer.handle({ event, attempt: 1 } as never)
    }

    it('is one message, however often it rings', async () => {
      expect(await callbacksFor(connection).called(call('CALL1', true))).toBe('ring')
      expect(await callbacksFor(connection).called(call('CALL1', true))).toBe('ring')
      expect(await told('CALL1')).toMatchObject([{ kind: 'call_log', body: 'video', fromMe: false }])
    })

    it('is refused as soon as the company takes none, and rings again when it does', async () => {
      await changes('disabled')
      expect(await callbacksFor(connection).called(call('CALL2'))).toBe('refuse')
      await changes('enabled')
      expect(await callbacksFor(connection).called(call('CALL3'))).toBe('ring')
      expect(await told('CALL2')).toMatchObject([{ kind: 'call_log', body: 'voice' }])
    })
  })

  describe('with a file', () => {
    const waveform = encodeWaveform(Array.from({ length: WAVEFORM_BARS }, (_, at) => at))
    const thumbnail = '/9j/4AAQ'

    it('that is there brings it at once, with the bars or the thumbnail that it has', async () => {
      await sends('F1', picture({ waveform, thumbnail }))
      expect(await told('F1')).toMatchObject([
        {
          kind: 'image',
          mediaPending: false,
          mediaWait: undefined,
          media: { mimeType: 'image/png', sizeBytes: png.length, waveform, thumbnail },
        },
      ])
    })

    it('that is not there now is told without, and the file follows in its conversation', async () => {
      let tries = 0
      fetchMedia = () => ((tries += 1) < 2 ? failing() : toStream(png))
      await sends('F2', picture({ waveform, thumbnail, open: failing }))
      expect(await told('F2')).toMatchObject([
        { kind: 'image', mediaPending: true, mediaWait: 'retry', media: undefined },
      ])
      const stored = await pg.sql<{ ticket: Buffer }>(`SELECT ticket FROM ${SCHEMA}.media_fetches`)
      expect(stored[0]?.ticket.toString('latin1')).not.toContain('c2VjcmV0')
      await waitFor(async () => (await events('messageMediaArrived')).length === 1)
      const [arrived] = await events('messageMediaArrived')
      expect(arrived).toMatchObject({
        waId: 'F2',
        remoteJid: jid(rita),
        fromMe: false,
        kind: 'image',
        orderingKey: await findKey('F2'),
        media: { mimeType: 'image/png', sizeBytes: png.length, waveform, thumbnail },
      })
      expect(await gateway.ports.blobs.info(arrived?.media?.key ?? '')).toEqual({ sizeBytes: png.length })
      expect(await pg.sql(`SELECT key FROM ${SCHEMA}.pending_blobs`)).toEqual([])
      expect(fetches).toEqual(Array.from({ length: 2 }, () => picture().reference))
      expect(await waiting()).toEqual([])
    })

    it('that never comes is given up', async () => {
      await sends('F3', picture({ open: failing }))
      await waitFor(async () => (await events('messageMediaArrived')).some(({ waId }) => waId === 'F3'))
      const given = (await events('messageMediaArrived')).find(({ waId }) => waId === 'F3')
      expect(given?.media).toBeUndefined()
      expect(fetches).toHaveLength(2)
      expect(await waiting()).toEqual([])
    })

    it.each([
      ['the media store has no space for', 'ERR_MEDIA_STORE_FULL', 'volume'],
      ['the plan of the company has no space for', 'ERR_MEDIA_QUOTA_REACHED', 'plan'],
      ['nobody can count the bytes of', 'ERR_UNAVAILABLE', 'retry'],
    ] as const)('that %s waits without being given up, and says why', async (_why, code, wait) => {
      const { blobs } = gateway.ports
      const put = blobs.put.bind(blobs)
      let refused = 0
      blobs.put = () => {
        refused += 1
        return Promise.reject(new AppError(code))
      }
      fetchMedia = () => toStream(png)
      await sends(code, picture())
      expect(await told(code)).toMatchObject([
        { kind: 'image', mediaPending: true, mediaWait: wait, media: undefined },
      ])
      // More often than a download that fails is tried.
      await waitFor(() => refused > 5)
      expect(await waiting()).toEqual([{ tries: 1, wait }])
      blobs.put = put
      await waitFor(async () => (await arrivalOf(code)) !== undefined)
      expect((await arrivalOf(code))?.media).toMatchObject({ sizeBytes: png.length })
      expect(await changedWaits(code)).toEqual([])
      expect(await waiting()).toEqual([])
    })

    it('that waits for something else than before says so in its conversation, each time once', async () => {
      const { blobs } = gateway.ports
      const put = blobs.put.bind(blobs)
      let refused = 0
      const refuseWith = (code: 'ERR_MEDIA_QUOTA_REACHED' | 'ERR_MEDIA_STORE_FULL' | 'ERR_UNAVAILABLE') => {
        refused = 0
        blobs.put = () => {
          refused += 1
          return Promise.reject(new AppError(code))
        }
        return waitFor(() => refused > 2)
      }
      fetchMedia = () => toStream(png)
      blobs.put = () => Promise.reject(new AppError('ERR_MEDIA_QUOTA_REACHED'))
      await sends('F8', picture())
      expect(await told('F8')).toMatchObject([{ mediaWait: 'plan' }])
      await refuseWith('ERR_MEDIA_STORE_FULL')
      await refuseWith('ERR_UNAVAILABLE')
      expect(await waiting()).toEqual([{ tries: 1, wait: 'volume' }])
      let downloads = 0
      fetchMedia = () => ((downloads += 1) < 2 ? failing() : toStream(png))
      await waitFor(() => downloads > 1)
      blobs.put = put
      await waitFor(async () => (await arrivalOf('F8')) !== undefined)
      const place = { remoteJid: jid(rita), fromMe: false, orderingKey: await findKey('F8') }
      expect(await changedWaits('F8')).toMatchObject([
        { ...place, mediaWait: 'volume' },
        { ...place, mediaWait: 'retry' },
      ])
      expect((await arrivalOf('F8'))?.media).toMatchObject({ sizeBytes: png.length })
      expect(await waiting()).toEqual([])
    })

    it('that waits for its company’s plan does not hold up another company’s', async () => {
      const { blobs } = gateway.ports
      const put = blobs.put.bind(blobs)
      const keyOf = async (waId: string) => (await told(waId))[0]?.media?.key
      fetchMedia = () => toStream(png)
      await sends('F9', picture())
      const folder = (await keyOf('F9'))?.split('/').slice(0, 2).join('/')
      expect(folder).toMatch(/^companies\/\d+$/)
      blobs.put = (key, ...rest) =>
        key.startsWith(`${folder}/`)
          ? Promise.reject(new AppError('ERR_MEDIA_QUOTA_REACHED'))
          : put(key, ...rest)
      await sends('F11', picture())
      await callbacksFor(foreignConnection).inbound(
        textFrom(davi, 'F12', { kind: 'image', media: picture() }),
      )
      blobs.put = put
      expect(await told('F11')).toMatchObject([{ mediaPending: true, mediaWait: 'plan' }])
      expect(await told('F12')).toMatchObject([{ mediaPending: false, mediaWait: undefined }])
      expect((await keyOf('F12'))?.startsWith(`${folder}/`)).toBe(false)
      await waitFor(async () => (await arrivalOf('F11')) !== undefined)
    })

    it('that hangs does not hold its chat up', async () => {
      fetchMedia = () => toStream(png)
      const hanging = new Readable({ read: () => undefined })
      await sends('F4', picture({ open: () => Promise.resolve(hanging) }))
      await sends('F5', picture({ open: () => new Promise(() => undefined) }))
      await callbacksFor(connection).inbound(textFrom(rita, 'F6'))
      expect((await told('F4'))[0]).toMatchObject({ mediaPending: true })
      expect(await told('F6')).toHaveLength(1)
      expect(hanging.destroyed).toBe(true)
      await waitFor(async () => (await waiting()).length === 0)
    })

    it('that a death left before its message was recorded goes after a day, and no message’s', async () => {
      const { blobs } = gateway.ports
      const put = blobs.put.bind(blobs)
      const keys: string[] = []
      blobs.put = async (key, ...rest) => {
        keys.push(key)
        await put(key, ...rest)
        throw new Error('killed')
      }
      await expect(sends('F10', picture())).rejects.toThrow('killed')
      blobs.put = (key, ...rest) => {
        keys.push(key)
        return put(key, ...rest)
      }
      await sends('F10', picture())
      blobs.put = put
      expect((await told('F10'))[0]?.media?.key).toBe(keys[1])

      const sweep = gateway.service.jobs.find(({ name }) => name === 'messaging-gateway.sweep-blobs')
      const isThere = async () => Promise.all(keys.map(async (key) => (await blobs.info(key)) !== undefined))
      await sweep?.run(new AbortController().signal)
      expect(await isThere()).toEqual([true, true])
      await pg.sql(`UPDATE ${SCHEMA}.pending_blobs SET created_at = created_at - interval '25 hours'`)
      await sweep?.run(new AbortController().signal)
      expect(await isThere()).toEqual([false, true])
    })

    it('that breaks off leaves nothing behind', async () => {
      const puts: string[] = []
      const { blobs } = gateway.ports
      const put = blobs.put.bind(blobs)
      blobs.put = (key, ...rest) => {
        puts.push(key)
        return put(key, ...rest)
      }
      fetchMedia = () => toStream(png)
      const broken = Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000, 1)
          await Promise.resolve()
          throw new Error('the host hung up')
        })(),
        { objectMode: false },
      )
      await sends('F7', picture({ open: () => Promise.resolve(broken) }))
      blobs.put = put
      expect((await told('F7'))[0]).toMatchObject({ mediaPending: true, media: undefined })
      expect(puts).toHaveLength(1)
      expect(await blobs.info(puts[0] ?? '')).toBeUndefined()
      await waitFor(async () => (await waiting()).length === 0)
    })

    it.each([
      ['says that it is too large', { sizeBytes: 2 * 1024 * 1024, open: failing }],
      [
        'is too large and says nothing',
        { sizeBytes: 0, open: () => toStream(Buffer.alloc(1024 * 1024 + 1)) },
      ],
      ['cannot be had nor asked for again', { reference: undefined, open: failing }],
    ])('that %s is told as one we do not show', async (what, over) => {
      await sends(what, picture(over))
      expect(await told(what)).toMatchObject([{ kind: 'unsupported', mediaPending: false, media: undefined }])
      expect(await waiting()).toEqual([])
    })

    it('that its connection takes along is given up', async () => {
      const { admin } = await people(pg, gateway.url)
      const other = await openConnectedSession(admin, 'De passagem')
      fetchMedia = () => new Promise(() => undefined)
      await callbacksFor(other).inbound(
        textFrom(rita, 'F8', { kind: 'image', media: picture({ open: failing }) }),
      )
      expect(await waiting()).toHaveLength(1)
      expect(await admin('DELETE', `/whatsapp/${other}`)).toMatchObject({ status: 200 })
      expect(await waiting()).toEqual([])
      const given = (await events('messageMediaArrived')).at(-1)
      expect(given).toMatchObject({ waId: 'F8', connectionId: other, kind: 'image' })
      expect(given?.media).toBeUndefined()
    })
  })
})
