import { randomBytes } from 'node:crypto'

import type { ConnectionView } from '@balcao/contracts'
import type { EventValue } from '@balcao/contracts/wire'
import { readOutbox, waitFor } from '@balcao/testkit'
import type { proto } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS, words } from './bad-network-desk'
import { textOf, type Account, type Contact } from './fake-whatsapp'
import { buildEnc, messageStanza, senderAttrs } from './fake-whatsapp/envelopes'
import { acme, SCHEMA, tell } from './support'

const OURS = '5511940000001'
const nowSeconds = () => Math.floor(Date.now() / 1_000)
const whatsapp = {
  webSocketUrl: '',
  rootKey: '',
  mediaBase: '',
  deviceName: 'Balcão',
  showsPresence: false,
  historyHours: 0,
}

let desk: Desk

afterEach(() => desk.close())

const listSecrets = async (id: number) => {
  const [row] = await desk.pg.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${SCHEMA}.signal_secrets WHERE connection_id = $1`,
    [id],
  )
  return row?.count
}

/* As over the wire: a request, and an answer or the code of a refusal. */
const ask = <T = Record<string, unknown>>(method: string, request: object): Promise<T> => {
  const handler = desk.gateway.service.rpc[0]?.implementation[method] as unknown as (
    call: object,
    done: (error: Error | null, answer?: T) => void,
  ) => void
  const call = { request, getDeadline: () => new Date(Date.now() + 60_000), metadata: {} }
  return new Promise((resolve, reject) =>
    handler(call, (error, answer) => (error ? reject(error) : resolve(answer as T))),
  )
}

describe('the life of a session', () => {
  let account: Account
  const open = async (baileysTimes = {}) => {
    desk = await Desk.open({ gateway: { tuning: { baileysTimes } } })
    account = desk.wa.account(OURS)
  }
  const session = (method: 'POST' | 'PUT' | 'DELETE', id: number) =>
    desk.admin(method, `/whatsappsession/${id}`, {})

  it('shows new codes for a while, then rests until a code is requested', async () => {
    await open({ qr: 150 })
    const id = await desk.create('Vendas')
    const first = await desk.code(id)
    await waitFor(async () => {
      const { qrcode } = await desk.row(id)
      return qrcode !== '' && qrcode !== first
    }, PATIENCE_MS)
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'qr-expired', qrcode: '', wanted: false })
    await session('POST', id)
    await account.scan(await desk.code(id))
    await desk.isConnected(id)
    desk.wa.verify()
  })

  it('begins with a code that is typed on the phone, too', async () => {
    await open()
    const id = await desk.create('Vendas')
    await desk.code(id)
    const { body } = await desk.admin<{ code: string }>('POST', `/whatsappsession/${id}/pairing-code`, {
      number: OURS,
    })
    await account.enterCode(body.code.replace('-', ''))
    await desk.is(id, { status: 'CONNECTED', number: OURS })
    await desk.talks(id, account, desk.wa.contact('5511999990001'), 'oi')
    desk.wa.verify()
  })

  it.each([
    ['was unlinked on the phone', 'logged-out', (): void => desk.wa.account(OURS).unlink()],
    ['was locked', 'banned', (): void => desk.wa.kick(desk.wa.account(OURS), 403)],
    [
      'was unlinked while it was away',
      'logged-out',
      (): void => {
        const unlinked = desk.wa.account(OURS)
        unlinked.linked.clear()
        desk.wa.faults.failLogins(401)
      },
    ],
  ] as const)(
    'is over when the number %s; a new code is shown on demand only',
    async (_name, end, finish) => {
      await open()
      const id = await desk.link(account)
      expect(await listSecrets(id)).toBeGreaterThan(0)
      const { connection } = account.device
      finish()
      connection?.cut()
      await desk.is(id, { status: 'DISCONNECTED', last_end: end, qrcode: '', number: '', wanted: false })
      expect(await listSecrets(id)).toBe(0)
      desk.wa.faults.clear()
      await session('POST', id)
      await desk.code(id)
    },
  )

  it('is ended on the phone when an administrator logs out', async () => {
    await open()
    const id = await desk.link(account)
    await session('DELETE', id)
    await desk.is(id, { status: 'DISCONNECTED', qrcode: '', number: '' })
    await waitFor(() => !account.isLinked)
    expect(await listSecrets(id)).toBe(0)
  })

  it('is ended on the phone when its connection is deleted', async () => {
    await open()
    const id = await desk.link(account)
    expect((await desk.admin('DELETE', `/whatsapp/${id}`)).status).toBe(200)
    await waitFor(() => !account.isLinked, PATIENCE_MS)
    await waitFor(async () => (await listSecrets(id)) === 0, PATIENCE_MS)
  })

  it('is forgotten for a new code, and another phone may scan it', async () => {
    await open()
    const id = await desk.link(account)
    await session('PUT', id)
    const other = desk.wa.account('5511940000002')
    await other.scan(await desk.code(id))
    await desk.is(id, { status: 'CONNECTED', number: other.number })
    await waitFor(() => !account.isLinked)
    await desk.talks(id, other, desk.wa.contact('5511999990001'), 'oi')
    desk.wa.verify()
  })

  it('shows no number as online unless configured', async () => {
    await open()
    const id = await desk.link(account)
    await desk.talks(id, account, desk.wa.contact('5511999990001'), 'oi')
    expect(account.ledger.presences).not.toContain('available')
  })
})

describe('a linked number', () => {
  let account: Account
  let id: number
  let ana: Contact

  const open = async (options: Parameters<typeof Desk.open>[0] = {}) => {
    desk = await Desk.open(options)
    account = desk.wa.account(OURS)
    id = await desk.link(account)
    ana = desk.wa.contact('5511999990001', { name: 'Ana' })
  }
  const told = (match: Partial<EventValue<'messageReceived'>>) =>
    waitFor(
      async () =>
        (await desk.received(id)).find((message) =>
          Object.entries(match).every(([name, value]) => message[name as keyof typeof message] === value),
        ),
      PATIENCE_MS,
    )

  it('tells the desk every kind of message', async () => {
    await open()
    const file = randomBytes(4_000)
    const media = (kind: 'image' | 'video' | 'audio' | 'document' | 'sticker', more = {}) =>
      ana.media(account, kind, file, more)
    const say = (message: proto.IMessage) => ana.send(account, message)
    const sent: [waId: string, wanted: object][] = [
      [await ana.text(account, '*oi*'), { kind: 'chat', body: '*oi*' }],
      [await media('image', { caption: 'foto' }), { body: 'foto', media: { sizeBytes: 4_000 } }],
      [await media('video', { caption: 'filme' }), { body: 'filme', media: { sizeBytes: 4_000 } }],
      [await media('audio', { ptt: true, seconds: 7 }), { media: { durationSeconds: 7 } }],
      [await media('document', { fileName: 'a.pdf' }), { media: { name: 'a.pdf' } }],
      [await media('sticker'), { media: { sizeBytes: 4_000 } }],
      [await media('image', { viewOnce: true }), { marks: ['viewOnce'] }],
      [
        await say({ locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Sé' } }),
        { kind: 'locationMessage', location: { latitude: -23.5, longitude: -46.6, name: 'Sé' } },
      ],
      [
        await say({ contactMessage: { displayName: 'Bia', vcard: 'BEGIN:VCARD\nFN:Bia\nEND:VCARD' } }),
        { kind: 'vcard', vcard: expect.stringContaining('FN:Bia') as string },
      ],
      [
        await say({
          pollCreationMessage: { name: 'Qual?', options: [{ optionName: 'A' }, { optionName: 'B' }] },
        }),
        { kind: 'chat', body: expect.stringContaining('Qual?') as string },
      ],
      [
        await say({ buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim' } }),
        { kind: 'chat', body: expect.stringContaining('Sim') as string },
      ],
      [
        await say({ ephemeralMessage: { message: { extendedTextMessage: { text: 'some' } } } }),
        { kind: 'chat', body: 'some', marks: ['ephemeral'] },
      ],
      [
        await say({ extendedTextMessage: { text: 'corrente', contextInfo: { isForwarded: true } } }),
        { kind: 'chat', body: 'corrente', marks: ['forwarded'] },
      ],
      [await say({ paymentInviteMessage: { serviceType: 1 } }), { kind: expect.any(String) as string }],
    ]
    await waitFor(async () => (await desk.received(id)).length === sent.length, PATIENCE_MS)
    const received = await desk.received(id)
    expect(received.map(({ waId }) => waId)).toEqual(sent.map(([waId]) => waId))
    for (const [index, [, wanted]] of sent.entries()) expect(received[index]).toMatchObject(wanted)
    for (const { contact, fromMe, isGroup } of received)
      expect({ number: contact?.number, name: contact?.name, fromMe, isGroup }).toEqual({
        number: ana.number,
        name: 'Ana',
        fromMe: false,
        isGroup: false,
      })
    desk.wa.verify()
  })

  it('hears members of a group, of either addressing, and answers there', async () => {
    await open()
    const bia = desk.wa.contact('5511999990002', { name: 'Bia' })
    for (const addressing of ['lid', 'pn'] as const) {
      const group = desk.wa.group(undefined, {
        subject: `Obra ${addressing}`,
        participants: [account, ana, bia],
        addressing,
      })
      await group.text(ana, 'oi')
      await group.text(bia, 'opa')
      await group.text(ana, 'tudo bem?')
      const inGroup = async () => (await desk.received(id)).filter(({ remoteJid }) => remoteJid === group.jid)
      await waitFor(async () => (await inGroup()).length === 3, PATIENCE_MS)
      expect(await inGroup()).toMatchObject([
        { isGroup: true, contact: { name: group.subject }, sender: { number: ana.number }, body: 'oi' },
        { isGroup: true, contact: { name: group.subject }, sender: { number: bia.number }, body: 'opa' },
        {
          isGroup: true,
          contact: { name: group.subject },
          sender: { number: ana.number },
          body: 'tudo bem?',
        },
      ])
      await desk.sends(id, '', `olá ${addressing}`, { remoteJid: group.jid })
      for (const member of [ana, bia])
        await waitFor(() => member.inbox(account).texts().includes(`olá ${addressing}`), PATIENCE_MS)
    }
    desk.wa.verify()
  })

  it('tells what was typed on the phone itself, once, and not what it sent itself', async () => {
    await open()
    await account.type(ana.number, 'do celular')
    await account.type(ana.number, 'por lid', { addressing: 'lid' })
    await told({ body: 'por lid' })
    await desk.sends(id, ana, 'da mesa')
    await desk.shows(account, ana, ['da mesa'])
    const all = await desk.received(id)
    expect(all).toMatchObject([
      { body: 'do celular', fromMe: true, contact: { number: ana.number } },
      { body: 'por lid', fromMe: true, contact: { number: ana.number } },
    ])
    expect(new Set(all.map(({ conversationId }) => conversationId)).size).toBe(1)
    desk.wa.verify()
  })

  it.each(['enabled', 'disabled'])(
    'logs calls; with the setting %s it hangs up or does not',
    async (call) => {
      await open({
        gateway: { rpc: { auth: { getSettings: () => Promise.resolve({ settings: { call } }) } } as never },
      })
      const callId = ana.call(account, { video: true })
      expect(await told({ kind: 'call_log' })).toMatchObject({
        waId: callId,
        contact: { number: ana.number },
      })
      ana.hangUp(account, callId, 'timeout')
      await desk.talks(id, account, ana, 'te liguei')
      await waitFor(() => account.device.pending.length === 0)
      expect(account.ledger.rejectedCalls).toEqual(call === 'disabled' ? [callId] : [])
      expect((await desk.received(id)).filter(({ kind }) => kind === 'call_log')).toHaveLength(1)
    },
  )

  it('ignores status posts', async () => {
    await open()
    await ana.text(account, 'bom dia a todos', {
      attrs: { from: 'status@broadcast', participant: ana.jid('pn') },
    })
    await desk.talks(id, account, ana, 'oi')
    expect(await desk.bodies(id, ana)).toEqual(['oi?'])
    expect(await desk.received(id)).toHaveLength(1)
  })

  describe.each([
    [0, []],
    [24, ['ontem à noite', 'hoje cedo']],
  ])('whose phone tells its history, of which %d hours are wanted', (historyHours, wanted) => {
    it('takes what it wants and no more', async () => {
      await open({ gateway: { config: { whatsapp: { ...whatsapp, historyHours } } } })
      const at = (hoursAgo: number, conversation: string, key = {}) => ({
        message: {
          key: { remoteJid: ana.jid('pn'), fromMe: false, id: `H${hoursAgo}`, ...key },
          message: { conversation },
          messageTimestamp: nowSeconds() - hoursAgo * 3_600,
        },
      })
      const messages = [at(1, 'hoje cedo'), at(12, 'ontem à noite'), at(48, 'velha')]
      await account.sendHistory({
        conversations: [{ id: ana.jid('pn'), messages }],
        pushnames: [{ id: ana.jid('pn'), pushname: 'Ana' }],
        isInline: true,
      })
      await desk.talks(id, account, ana, 'agora')
      await waitFor(async () => (await desk.bodies(id, ana)).length === wanted.length + 1, PATIENCE_MS)
      expect((await desk.bodies(id, ana)).toSorted()).toEqual([...wanted, 'agora?'].toSorted())
    })
  })

  it('takes what waited while it was away once and in order, whatever comes meanwhile', async () => {
    await open()
    const bia = desk.wa.contact('5511999990002')
    desk.wa.faults.refuseConnects = 1
    desk.wa.disconnect(account)
    await desk.is(id, { status: 'OPENING' })
    for (const text of words('espera', 60)) for (const who of [ana, bia]) await who.text(account, text)
    const live: string[] = []
    for (let index = 0; !account.isOnline || index < 20; index++) {
      live.push(`ao vivo ${index}`)
      await ana.text(account, `ao vivo ${index}`)
      await new Promise((resolve) => setImmediate(resolve))
      if (!account.isOnline) await waitFor(() => account.isOnline, PATIENCE_MS)
    }
    await desk.has(id, ana, [...words('espera', 60), ...live])
    await desk.has(id, bia, words('espera', 60))
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    desk.wa.verify()
  })

  it('shows that a message could not be read, asks its phone for it, and fills it in when it comes after all', async () => {
    await open({ gateway: { tuning: { baileysTimes: { undecrypted: 300 } } } })
    const message = { conversation: 'tarde' }
    const envelope = { waId: 'LATE1', message, addressing: 'pn' as const }
    const rubbish = {
      type: 'msg' as const,
      ciphertext: Buffer.concat([Buffer.from([0x33]), randomBytes(60)]),
    }
    account.device.deliver(messageStanza(envelope, senderAttrs(ana, 'pn'), [buildEnc(rubbish, envelope)]))
    const line = await told({ kind: 'placeholder' })
    expect(line).toMatchObject({ waId: 'LATE1', contact: { number: ana.number }, body: '' })
    await waitFor(() => account.memory.asked.includes('LATE1'), PATIENCE_MS)
    await ana.text(account, 'tarde', { id: 'LATE1' })
    await waitFor(
      async () => (await readOutbox(desk.pg, SCHEMA, 'placeholderFilled')).length === 1,
      PATIENCE_MS,
    )
    await desk.talks(id, account, ana, 'depois')
    expect(await desk.bodies(id, ana)).toEqual(['', 'depois?'])
    const [filled] = await readOutbox(desk.pg, SCHEMA, 'placeholderFilled')
    expect(filled?.body.value).toMatchObject({ waId: 'LATE1', kind: 'chat', body: 'tarde' })
  })

  it('shows customers read receipts and typing', async () => {
    await open()
    const waId = await ana.text(account, 'oi')
    const { remoteJid } = await told({ body: 'oi' })
    const mark = { connectionId: id, remoteJid, participant: '', waIds: [waId] }
    await tell(desk.gateway, 'readMarkRequested', mark)
    await waitFor(
      () => account.ledger.receipts.some((row) => row.waId === waId && row.type === 'read'),
      PATIENCE_MS,
    )
    await tell(desk.gateway, 'typingRequested', {
      connectionId: id,
      remoteJid,
      isTyping: true,
    })
    await waitFor(() => account.ledger.chatStates.some(({ state }) => state === 'composing'), PATIENCE_MS)
    desk.wa.verify()
  })

  it('is no stranger’s business: numbers are not looked up ahead, however many are asked for', async () => {
    await open()
    desk.wa.settings.volume = { refuseAt: 2, lockAt: 3, banAt: 4 }
    const check = (index: number) =>
      ask('checkNumber', {
        companyId: acme,
        connectionId: id,
        number: `55119600000${String(index).padStart(2, '0')}`,
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => check(index)))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(desk.wa.countStrangers(account)).toBe(0)
    await desk.talks(id, account, ana, 'ainda aqui')
    expect(desk.wa.settings.timeLockedUntil).toBeUndefined()
  })

  it('answers for pictures, groups and numbers', async () => {
    await open()
    const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(2_000)])
    const path = desk.wa.media.put(picture, 'image/jpeg', '/v/pps')
    ana.pictureUrl = `${desk.wa.mediaUrl}${path}`
    const from = { companyId: acme, connectionId: id }
    desk.wa.contact('551187654321')
    await desk.admin('PUT', `/whatsapp/${id}/lanes`, { checksNumbers: true })
    const found = await ask<{ key: string }>('fetchPicture', { ...from, number: ana.number })
    expect(await desk.gateway.ports.blobs.info(found.key)).toEqual({ sizeBytes: picture.length })
    expect(await ask('checkNumber', { ...from, number: '5511987654321' })).toMatchObject({
      exists: true,
      number: '551187654321',
    })
    expect(await ask('checkNumber', { ...from, number: '00011112222' })).toMatchObject({ exists: false })
    const group = desk.wa.group(undefined, { subject: 'Obra', participants: [account, ana], admins: [ana] })
    expect(await ask('getGroup', { ...from, remoteJid: group.jid })).toMatchObject({
      subject: 'Obra',
      participants: expect.arrayContaining([
        expect.objectContaining({ number: ana.number, isAdmin: true }) as object,
      ]) as object[],
    })
  })

  it('reaches a number that is written with a digit too many or too few', async () => {
    await open()
    const [without, having] = [desk.wa.contact('551187650001'), desk.wa.contact('5511987650002')]
    await desk.sends(id, '5511987650001', 'com nove')
    await desk.sends(id, '551187650002', 'sem nove')
    await desk.shows(account, without, ['com nove'])
    await desk.shows(account, having, ['sem nove'])
    await without.text(account, 'recebi')
    await told({ body: 'recebi' })
    const [row] = await desk.pg.sql<{ count: number }>(
      `SELECT count(DISTINCT conversation_id)::int AS count FROM ${SCHEMA}.conversation_aliases WHERE alias LIKE '%87650001'`,
    )
    expect(row?.count).toBe(1)
    desk.wa.verify()
  })

  it('uploads a file once, however often its message has to be sent', async () => {
    await open()
    const media = await desk.puts(randomBytes(20_000))
    desk.wa.faults.cut({ direction: 'in', tag: 'message', when: 'before' })
    const messageId = await desk.sends(id, ana, 'segue', { kind: 'application', media })
    await waitFor(() => ana.inbox(account).messages.length === 1, PATIENCE_MS)
    await waitFor(async () => (await desk.outbound(messageId)).state === 'DELIVERED', PATIENCE_MS)
    expect((await desk.outbound(messageId)).tries).toBeGreaterThan(1)
    expect(desk.wa.media.uploads).toMatchObject([{ isIntact: true }])
    const [received] = ana.inbox(account).messages
    expect(ana.openMedia(received?.message ?? {})).toHaveLength(20_000)
    desk.wa.verify()
  })

  it('that is unlinked while it sends says so, and sends when it is linked again', async () => {
    await open()
    desk.wa.faults.fromClient = { ...desk.wa.faults.fromClient, dropRate: 1, tags: ['message'] }
    const messages: string[] = []
    for (const text of words('fila', 3)) messages.push(await desk.sends(id, ana, text))
    await waitFor(async () => (await desk.outbound(messages[0] ?? '')).tries > 0, PATIENCE_MS)
    account.unlink()
    await desk.is(id, { status: 'DISCONNECTED', last_end: 'logged-out' })
    desk.wa.faults.clear()
    await desk.admin<ConnectionView>('POST', `/whatsappsession/${id}`, {})
    await account.scan(await desk.code(id))
    await desk.isConnected(id)
    await waitFor(() => ana.inbox(account).messages.length === 3, PATIENCE_MS)
    expect(ana.inbox(account).messages.map(({ message }) => textOf(message))).toEqual(words('fila', 3))
  })

  it('that may not start new chats names the reason, and sends nothing twice', async () => {
    await open()
    const until = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 5_400_000)
    desk.wa.faults.refuseMessages(463, { lockedUntil: until })
    const messageId = await desk.sends(id, ana, 'oi')
    await waitFor(async () => (await desk.outbound(messageId)).state === 'FAILED', PATIENCE_MS)
    expect(await desk.outbound(messageId)).toMatchObject({ failure: 'ERR_WAPP_RESTRICTED', tries: 1 })
    expect(account.ledger.sightings((await desk.outbound(messageId)).wa_id)).toBe(1)
    const changes = (await readOutbox(desk.pg, SCHEMA, 'outboundChanged')).map(({ body }) => body.value)
    expect(changes.at(-1)).toMatchObject({ messageId, ack: -1 })
    expect(await desk.pg.sql(`SELECT paused_until FROM ${SCHEMA}.lanes`)).toEqual([{ paused_until: until }])
  })

  it('that is refused one chat while its account is free loses that message alone', async () => {
    await open()
    desk.wa.faults.refuseMessages(463)
    const messageId = await desk.sends(id, ana, 'oi')
    await waitFor(async () => (await desk.outbound(messageId)).state === 'FAILED', PATIENCE_MS)
    expect(await desk.outbound(messageId)).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG', tries: 1 })
    expect(await desk.pg.sql(`SELECT paused_until FROM ${SCHEMA}.lanes`)).toEqual([{ paused_until: null }])
    await desk.sends(id, ana, 'e agora?')
    await desk.shows(account, ana, ['e agora?'])
  })
})
