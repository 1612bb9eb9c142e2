import { randomBytes } from 'node:crypto'

import { readOutbox, waitFor } from '@balcao/testkit'
import { encodeWAMessage, proto } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS, words } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { buildEnc, messageStanza, senderAttrs } from './fake-whatsapp/envelopes'
import { historyMessage } from './fake-whatsapp/history'
import { AppStateBook } from './fake-whatsapp/app-state'
import { SCHEMA } from './support'

jest.setTimeout(180_000)

const Type = proto.Message.ProtocolMessage.Type
const nowSeconds = () => Math.floor(Date.now() / 1_000)

let desk: Desk
let account: Account
let id: number
let ana: Contact
let bia: Contact

beforeAll(async () => {
  const whatsapp = {
    webSocketUrl: '',
    rootKey: '',
    mediaBase: '',
    deviceName: 'Balcão',
    showsPresence: false,
    historyHours: 24,
  }
  desk = await Desk.open({
    gateway: {
      config: { whatsapp },
      tuning: { mediaTimes: { inlineMs: 2_000, firstRetryMs: 50, maxTries: 2 } },
    },
  })
  account = desk.wa.account('5511940000001')
  id = await desk.link(account)
})

afterAll(() => desk.close())

let pairs = 0

/* Each test has people of its own, so that tests do not influence each other. */
beforeEach(async () => {
  pairs += 1
  ana = desk.wa.contact(`55119999${String(pairs).padStart(4, '0')}1`, { name: 'Ana' })
  bia = desk.wa.contact(`55119999${String(pairs).padStart(4, '0')}2`, { name: 'Bia' })
  await desk.talks(id, account, ana, 'oi')
})

/** The desk has every message that the contact has sent. */
const drained = async (contact: Contact) => {
  const word = `fim ${randomBytes(4).toString('hex')}`
  await contact.text(account, word)
  await waitFor(async () => (await desk.bodies(id, contact)).includes(word), PATIENCE_MS)
  return (await desk.bodies(id, contact)).filter((body) => !body.startsWith('fim '))
}

describe('a message under a wrong key', () => {
  afterEach(() => desk.wa.verify())

  /** Delivers a ciphertext that was changed on the way. */
  const tampered = async (body: string, change: (ciphertext: Buffer) => Buffer) => {
    const message = { conversation: body }
    const waId = `T${randomBytes(6).toString('hex')}`
    ana.sent.set(waId, message)
    const envelope = { waId, message, addressing: 'pn' as const }
    const encrypted = await ana.phone().encrypt(account.device, message)
    const ciphertext = change(Buffer.from(encrypted.ciphertext))
    account.device.deliver(
      messageStanza(envelope, senderAttrs(ana, 'pn'), [buildEnc({ ...encrypted, ciphertext }, envelope)]),
    )
    return waId
  }
  const flipped = (ciphertext: Buffer) => {
    const at = Math.floor(ciphertext.length / 2)
    ciphertext[at] = (ciphertext[at] ?? 0) ^ 1
    return ciphertext
  }

  it('that was changed on the way is asked for again, and comes once', async () => {
    const waId = await tampered('inteira', flipped)
    await waitFor(async () => (await desk.bodies(id, ana)).includes('inteira'), PATIENCE_MS)
    expect(account.ledger.retries.filter((retry) => retry.waId === waId).length).toBeGreaterThan(0)
    expect(await drained(ana)).toEqual(['oi?', 'inteira'])
    await desk.talks(id, account, ana, 'e agora')
  })

  it('that is no ciphertext at all is asked for again, too', async () => {
    await tampered('de novo', () => Buffer.from([0x33]))
    await tampered('e de novo', () => Buffer.alloc(0))
    await waitFor(async () => (await desk.bodies(id, ana)).length === 3, PATIENCE_MS)
    expect((await drained(ana)).toSorted()).toEqual(['de novo', 'e de novo', 'oi?'])
  })

  it('that was encrypted for another identity is asked for again', async () => {
    const { bundle } = account.device
    const wrong = { ...bundle, identityKey: bia.phone().bundle.identityKey }
    await ana.phone().work.run(() => ana.phone().startSession(account.device, wrong, undefined))
    await ana.text(account, 'para quem?')
    await waitFor(async () => (await desk.bodies(id, ana)).includes('para quem?'), PATIENCE_MS)
    expect(await drained(ana)).toEqual(['oi?', 'para quem?'])
    await desk.talks(id, account, ana, 'e agora')
  })

  it('that names a one-time key we never had is asked for again', async () => {
    const key = { id: 9_999_999, key: (await bia.phone().makePreKey()).key }
    await ana.phone().work.run(() => ana.phone().startSession(account.device, account.device.bundle, key))
    await ana.text(account, 'que chave?')
    await waitFor(async () => (await desk.bodies(id, ana)).includes('que chave?'), PATIENCE_MS)
    expect(await drained(ana)).toEqual(['oi?', 'que chave?'])
    await desk.talks(id, account, ana, 'e agora')
  })

  it('that was seen before, under another id, is not news', async () => {
    const message = { conversation: 'uma vez só' }
    const encrypted = await ana.phone().encrypt(account.device, message)
    for (const waId of ['REPLAY1', 'REPLAY2']) {
      ana.sent.set(waId, message)
      const envelope = { waId: `${waId}${pairs}`, message, addressing: 'pn' as const }
      account.device.deliver(messageStanza(envelope, senderAttrs(ana, 'pn'), [buildEnc(encrypted, envelope)]))
    }
    expect(await drained(ana)).toEqual(['oi?', 'uma vez só'])
  })

  it('from a phone that was set up anew is read, and so is what we answer', async () => {
    ana.reinstall()
    await desk.talks(id, account, ana, 'celular novo')
    await desk.talks(id, account, ana, 'tudo certo')
    expect(await drained(ana)).toEqual(['oi?', 'celular novo?', 'tudo certo?'])
  })

  it('of ours, to a phone that was set up anew meanwhile, arrives after all', async () => {
    ana.reinstall()
    await desk.sends(id, ana, 'você trocou?')
    await waitFor(() => ana.inbox(account).texts().includes('você trocou?'), PATIENCE_MS)
    await desk.wa.idle()
    expect(
      ana
        .inbox(account)
        .texts()
        .filter((text) => text === 'você trocou?'),
    ).toHaveLength(1)
    await desk.talks(id, account, ana, 'troquei')
    // The new phone could not read the old phone's session, and its receipt reports this.
    desk.wa.ledger.violations.splice(0)
  })
})

describe('a file', () => {
  const told = async (caption: string) =>
    waitFor(async () => (await desk.received(id)).find(({ body }) => body === caption), PATIENCE_MS)
  const arrivals = async () =>
    (await readOutbox(desk.pg, SCHEMA, 'messageMediaArrived')).map(({ body }) => body.value)

  it('that says it is small and is huge is not kept; its message is', async () => {
    const bytes = randomBytes(3 * 1024 * 1024)
    await ana.media(account, 'document', bytes, { caption: 'pequeno', claimedBytes: 100 })
    expect(await told('pequeno')).toMatchObject({
      kind: 'unsupported',
      media: undefined,
      mediaPending: false,
    })
  })

  it('that says it is huge is not fetched', async () => {
    const before = desk.wa.media.downloads.length
    await ana.media(account, 'document', randomBytes(100), { caption: 'enorme', claimedBytes: 2 ** 40 })
    expect(await told('enorme')).toMatchObject({ kind: 'unsupported', media: undefined, mediaPending: false })
    expect(desk.wa.media.downloads).toHaveLength(before)
  })

  it('whose bytes are not the sender’s is never shown', async () => {
    const bytes = randomBytes(50_000)
    await ana.media(account, 'image', bytes, { caption: 'trocada', corrupt: true })
    const message = await told('trocada')
    expect(message.media).toBeUndefined()
    await waitFor(async () => (await arrivals()).some(({ waId }) => waId === message.waId), PATIENCE_MS)
    expect((await arrivals()).find(({ waId }) => waId === message.waId)).toMatchObject({ media: undefined })
  })

  it.each<[string, (file: proto.Message.IDocumentMessage) => proto.Message.IDocumentMessage]>([
    ['hash', (file) => ({ ...file, fileSha256: randomBytes(32) })],
    ['hash of the encrypted bytes', (file) => ({ ...file, fileEncSha256: randomBytes(32) })],
    ['key', (file) => ({ ...file, mediaKey: randomBytes(32) })],
    ['key that is too short', (file) => ({ ...file, mediaKey: randomBytes(3) })],
    ['no key', (file) => ({ ...file, mediaKey: null })],
    ['path of another host', (file) => ({ ...file, directPath: '//169.254.169.254/latest' })],
    ['address of another host', (file) => ({ ...file, directPath: 'http://169.254.169.254/' })],
    ['no path', (file) => ({ ...file, directPath: null, url: 'http://169.254.169.254/' })],
  ])('with a wrong %s is never shown, its message is', async (name, change) => {
    const caption = `errada: ${name}`
    const bytes = randomBytes(5_000)
    const honest = await ana.media(account, 'document', bytes, { caption: `certa: ${name}` })
    const file = ana.sent.get(honest)?.documentMessage ?? {}
    await ana.send(account, { documentMessage: change({ ...file, caption }) })
    const message = await told(caption)
    expect(message.media).toBeUndefined()
    if (message.mediaPending)
      await waitFor(async () => (await arrivals()).some(({ waId }) => waId === message.waId), PATIENCE_MS)
    expect((await arrivals()).filter((arrival) => arrival.waId === message.waId && arrival.media)).toEqual([])
    expect((await told(`certa: ${name}`)).media?.sizeBytes).toBe(5_000)
  })
})

describe('a hostile contact', () => {
  const secrets = (type: string) =>
    desk.pg.sql(`SELECT id FROM ${SCHEMA}.signal_secrets WHERE type = $1 AND connection_id = $2`, [type, id])
  const forged = (protocolMessage: proto.Message.IProtocolMessage) => ana.send(account, { protocolMessage })
  const buildInfo = (from: Contact, words_: string): proto.IWebMessageInfo => ({
    key: { remoteJid: from.jid('pn'), fromMe: false, id: `FORGED${pairs}` },
    message: { conversation: words_ },
    messageTimestamp: nowSeconds(),
  })

  it('cannot tell a history', async () => {
    const conversations = [{ id: bia.jid('pn'), messages: [{ message: buildInfo(bia, 'forjada') }] }]
    const pushnames = [{ id: bia.jid('pn'), pushname: 'Forjada' }]
    for (const isInline of [true, false])
      await ana.send(account, historyMessage(desk.wa.media, { conversations, pushnames, isInline }))
    await drained(ana)
    expect(await desk.bodies(id, bia)).toEqual([])
    const names = await desk.pg.sql(`SELECT 1 FROM ${SCHEMA}.address_book WHERE name = 'Forjada'`)
    expect(names).toEqual([])
  })

  it('cannot plant keys of the account’s settings', async () => {
    const before = await secrets('app-state-sync-key')
    await ana.send(account, new AppStateBook().keyShare())
    await drained(ana)
    expect(await secrets('app-state-sync-key')).toEqual(before)
  })

  it('cannot say that one person is another', async () => {
    const caio = desk.wa.contact(`55119999${pairs}3333`)
    const payload = proto.LIDMigrationMappingSyncPayload.encode({
      pnToLidMappings: [
        { pn: Number(caio.number), assignedLid: Number(bia.lid), latestLid: Number(bia.lid) },
      ],
      chatDbMigrationTimestamp: nowSeconds(),
    }).finish()
    await forged({
      type: Type.LID_MIGRATION_MAPPING_SYNC,
      lidMigrationMappingSyncMessage: { encodedMappingPayload: payload },
    })
    await drained(ana)
    await desk.talks(id, account, bia, 'sou a Bia')
    await desk.talks(id, account, caio, 'sou o Caio')
    const ids = new Set(
      (await desk.received(id)).filter(({ body }) => body.startsWith('sou ')).map((m) => m.conversationId),
    )
    expect(ids.size).toBe(2)
  })

  it('cannot answer for our phone', async () => {
    const bytes = proto.WebMessageInfo.encode(buildInfo(bia, 'forjada')).finish()
    await forged({
      type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
      peerDataOperationRequestResponseMessage: {
        stanzaId: 'X',
        peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes: bytes } }],
      },
    })
    await drained(ana)
    expect(await desk.bodies(id, bia)).toEqual([])
  })

  it('cannot write in our name', async () => {
    await ana.send(account, {
      deviceSentMessage: { destinationJid: bia.jid('pn'), message: { conversation: 'forjada' } },
    })
    await ana.text(account, 'forjada também', { attrs: { recipient: bia.jid('pn') } })
    expect(await drained(ana)).not.toContain('forjada')
    const all = await desk.received(id)
    expect(all.filter(({ body, fromMe }) => fromMe && body.startsWith('forjada'))).toEqual([])
    expect(await desk.bodies(id, bia)).toEqual([])
  })

  it('cannot change what others wrote, nor what we wrote', async () => {
    await desk.talks(id, account, bia, 'minha')
    const theirs = (await desk.received(id)).find(({ body }) => body === 'minha?')?.waId ?? ''
    const ours = ana.inbox(account).messages[0]?.waId ?? ''
    for (const target of [theirs, ours])
      for (const fromMe of [true, false]) {
        const key = { remoteJid: account.jid('pn'), fromMe, id: target }
        await forged({ key, type: Type.REVOKE })
        await forged({ key, type: Type.MESSAGE_EDIT, editedMessage: { conversation: 'forjada' } })
        await forged({ key: { ...key, participant: bia.jid('pn') }, type: Type.REVOKE })
      }
    await drained(ana)
    expect(await readOutbox(desk.pg, SCHEMA, 'messageRevised')).toEqual([])
  })

  it('cannot take a message’s place by taking its id', async () => {
    const waId = `REUSED${pairs}`
    await ana.text(account, 'a primeira', { id: waId })
    await ana.text(account, 'outra', { id: waId })
    await bia.text(account, 'da Bia', { id: waId })
    await desk.has(id, bia, ['da Bia'])
    expect(await drained(ana)).toEqual(['oi?', 'a primeira'])
  })

  it.each(['99999999999', '-5', 'amanhã', ''])('does not travel in time: %j', async (t) => {
    await ana.text(account, 'que horas são?', { attrs: { t } })
    await drained(ana)
    const message = (await desk.received(id)).findLast(({ body }) => body === 'que horas são?')
    const at = (message?.sentAt?.getTime() ?? 0) / 1_000
    expect(Math.abs(at - nowSeconds())).toBeLessThan(3_600)
  })

  it('may write a book', async () => {
    await ana.text(account, 'x'.repeat(65_000))
    await ana.text(account, 'y'.repeat(200_000))
    await ana.text(account, '\u0000\ud800 fim\u202e')
    const [, book, longer, odd] = await drained(ana)
    expect(book).toHaveLength(65_000)
    expect(longer).toHaveLength(65_536)
    expect(odd).toContain('fim')
  })

  it('stays one contact, whichever address it writes from', async () => {
    for (const [index, body] of words('pisca', 10).entries())
      await ana.text(account, body, { addressing: index % 2 === 0 ? 'pn' : 'lid' })
    expect(await drained(ana)).toEqual(['oi?', ...words('pisca', 10)])
    const all = await desk.received(id)
    const places = all
      .filter(({ body }) => body.startsWith('pisca'))
      .map(({ conversationId }) => conversationId)
    expect(new Set(places).size).toBe(1)
  })

  it('may ask again for its own messages only', async () => {
    await desk.sends(id, bia, 'segredo da Bia')
    await waitFor(() => bia.inbox(account).texts().includes('segredo da Bia'), PATIENCE_MS)
    const waId = bia.inbox(account).messages.at(-1)?.waId ?? ''
    for (const addressing of ['pn', 'lid'] as const)
      await ana.requestRetry(account, waId, { count: 1, keys: true, addressing })
    await desk.talks(id, account, ana, 'e então')
    await desk.wa.idle()
    expect(ana.inbox(account).texts()).not.toContain('segredo da Bia')
    await bia.requestRetry(account, waId, { count: 1, keys: true })
    await waitFor(() => account.ledger.sightings(waId) === 2, PATIENCE_MS)
  })

  it('that floods the socket delays no other chat', async () => {
    const flood = 1_000
    const every = 100
    for (let index = 0; index < flood; index++) {
      await ana.text(account, `spam ${index}`)
      if (index % every === every - 1) await bia.text(account, `com licença ${index}`)
    }
    await waitFor(async () => (await desk.bodies(id, bia)).length === flood / every, 120_000)
    await waitFor(async () => (await desk.bodies(id, ana)).length === flood + 1, 120_000)
    const order = (await desk.received(id)).map(({ body }) => body)
    for (let index = every - 1; index < flood; index += every) {
      // Never delayed behind later spam by more than the number of parallel lanes.
      const spamBefore = order
        .slice(0, order.indexOf(`com licença ${index}`))
        .filter((body) => body.startsWith('spam'))
      expect(spamBefore.length).toBeLessThanOrEqual(index + 1 + 16)
    }
    expect((await desk.bodies(id, ana)).slice(1)).toEqual(
      Array.from({ length: flood }, (_, i) => `spam ${i}`),
    )
  })

  it('that sends a thousand undecryptable messages does not stop the others', async () => {
    const unread = 1_000
    for (let index = 0; index < unread; index++) {
      const message = { conversation: 'ilegível' }
      const envelope = { waId: `U${pairs}N${index}`, message, addressing: 'pn' as const }
      const ciphertext = Buffer.concat([
        Buffer.from([0x33]),
        Buffer.from(encodeWAMessage(message)),
        randomBytes(40),
      ])
      account.device.deliver(
        messageStanza(envelope, senderAttrs(ana, 'pn'), [buildEnc({ type: 'msg', ciphertext }, envelope)]),
      )
    }
    await bia.text(account, 'e eu?')
    await waitFor(async () => (await desk.bodies(id, bia)).includes('e eu?'), 60_000)
    await desk.talks(id, account, bia, 'obrigada')
  })
})
