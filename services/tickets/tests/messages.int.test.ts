import { encodeWaveform, messageId, parseVcards, WAVEFORM_BARS, type MessageView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'
import fc from 'fast-check'

import { PgMessageDocuments } from '../src/adapters/postgres/pg-message-documents'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  clearOutbox,
  connection,
  contactRow,
  deliver,
  callsTo,
  COMPANY,
  FOREIGN,
  outbox,
  outboundChanged,
  person,
  queue,
  received,
  rig,
  ticket,
  type Answer,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let vendas: number
let ana: Session
let stranger: Session

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const UUID = '019a0000-0000-4000-8000-00000000000'

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
})

beforeEach(() => clearOutbox(desk))

const opened = (fields: Parameters<typeof ticket>[1] = {}) =>
  ticket(desk, { queueId: vendas, status: 'open', userId: 2, ...fields })
const sent = (answer: Answer): MessageView[] => answer.body['messages'] as MessageView[]
const send = (id: number, body: unknown, session: Session = ana) =>
  call(session, 'POST', `/messages/${id}`, body)
const rows = (id: number) =>
  desk.pg.sql<Record<string, unknown>>('SELECT * FROM tickets.messages WHERE ticket_id = $1 ORDER BY seq', [
    id,
  ])
const ticketRow = async (id: number) =>
  (await desk.pg.sql<Record<string, unknown>>('SELECT * FROM tickets.tickets WHERE id = $1', [id]))[0]

describe('sending text', () => {
  it('answers when committed, with ack 0, and asks the gateway', async () => {
    const contactId = await contactRow(desk, 'Joana', undefined, '5511987654321')
    const id = await opened({ contactId })
    const answer = await send(id, {
      body: '*Ana:*\nBom dia!',
      clientId: `${UUID}1`,
      read: 1,
      fromMe: true,
      mediaUrl: '',
      quotedMsg: null,
    })
    expect(answer.status).toBe(200)
    expect(sent(answer)).toMatchObject([
      {
        body: '*Ana:*\nBom dia!',
        ack: 0,
        fromMe: true,
        mediaType: 'chat',
        clientId: `${UUID}1`,
        seq: 1,
        senderName: 'Ana',
        userId: 2,
        read: true,
      },
    ])
    const events = await outbox(desk)
    expect(events.map(({ type, ordering_key }) => [type, ordering_key])).toEqual([
      ['messageAppended', `ticket:${id}`],
      ['outboundRequested', 'connection:1'],
    ])
    expect(events[0]?.body['messageAppended']).toMatchObject({
      ticket: { lastMessage: '*Ana:*\nBom dia!', lastMessageFromMe: true },
      previous: { status: 'open', userId: 2 },
    })
    expect(events[1]?.body['outboundRequested']).toMatchObject({
      messageId: sent(answer)[0]?.id,
      number: '5511987654321',
      body: '*Ana:*\nBom dia!',
      kind: 'chat',
      lane: 'OUTBOUND_LANE_AGENT',
    })
    expect(await ticketRow(id)).toMatchObject({ unread_messages: 0 })
  })

  it('once per clientId, however often and however parallel', async () => {
    const id = await opened()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(id, { body: 'uma vez', clientId: `${UUID}2` })),
    )
    const ids = new Set(answers.map((answer) => sent(answer)[0]?.id))
    expect([ids.size, (await rows(id)).length, (await outbox(desk, 'outboundRequested')).length]).toEqual([
      1, 1, 1,
    ])
  })

  it('keeps clientIds of different tickets apart', async () => {
    const [first, second] = [await opened(), await opened()]
    await send(first, { body: 'a', clientId: `${UUID}3` })
    await send(second, { body: 'b', clientId: `${UUID}3` })
    expect([(await rows(first)).length, (await rows(second)).length]).toEqual([1, 1])
  })

  it('is refused when blank, and while the ticket is not open', async () => {
    expect((await send(await opened(), { body: ' \n ' })).body['error']).toBe('ERR_CREATING_MESSAGE')
    for (const status of ['pending', 'closed']) {
      const answer = await send(await opened({ status, userId: null }), { body: 'oi' })
      expect([answer.status, answer.body['error']]).toEqual([409, 'ERR_SENDING_WAPP_MSG'])
    }
    expect(await outbox(desk)).toEqual([])
  })

  it('quotes a message of the same conversation, also of an earlier ticket', async () => {
    const contactId = await contactRow(desk, 'Citada')
    const earlier = await opened({ contactId })
    const [quoted] = sent(await send(earlier, { body: 'antes' }))
    await desk.pg.sql(`UPDATE tickets.tickets SET status = 'closed' WHERE id = $1`, [earlier])
    const id = await opened({ contactId })
    expect(sent(await send(id, { body: 'depois', quotedMsgId: quoted?.id }))).toMatchObject([
      { quotedMsg: { id: quoted?.id, body: 'antes', fromMe: true } },
    ])
    expect(sent(await send(id, { body: 'e mais', quotedMsg: { id: quoted?.id } }))).toMatchObject([
      { quotedMsg: { id: quoted?.id } },
    ])
  })

  it('names what it quotes before WhatsApp’s id of it is known', async () => {
    const id = await opened()
    const [quoted] = sent(await send(id, { body: 'ainda sem id' }))
    await send(id, { body: 'resposta', quotedMsgId: quoted?.id })
    const [, request] = await outbox(desk, 'outboundRequested')
    expect(request?.body['outboundRequested']).toMatchObject({
      body: 'resposta',
      quotedMessageId: quoted?.id,
      quotedFromMe: true,
      quotedBody: 'ainda sem id',
    })
  })

  it('quotes nothing whose words are not there any more', async () => {
    const id = await opened()
    const [quoted] = sent(await send(id, { body: 'antiga' }))
    await desk.deps.documents.remove(COMPANY, [messageId(quoted?.id ?? '')])
    const answer = await send(id, { body: 'resposta', quotedMsgId: quoted?.id })
    expect([answer.status, answer.body['error']]).toEqual([409, 'ERR_FETCH_WAPP_MSG'])
  })

  it('quotes nothing of another conversation or company', async () => {
    const [other] = sent(await send(await opened(), { body: 'segredo' }))
    const foreignTicket = await ticket(desk, { company: FOREIGN, status: 'open', userId: 9 })
    const [foreign] = sent(await send(foreignTicket, { body: 'de fora' }, stranger))
    const id = await opened()
    for (const quotedMsgId of [other?.id, foreign?.id, `${UUID}f`]) {
      expect((await send(id, { body: 'x', quotedMsgId })).body['error']).toBe('ERR_NO_MESSAGE_FOUND')
    }
  })
})

describe('sending files', () => {
  const form = (files: [string, Buffer][], fields: Record<string, string> = {}) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    for (const [name, bytes] of files) data.append('medias', new Blob([new Uint8Array(bytes)]), name)
    return data
  }

  it('takes a recording of a browser for the audio it is, as long and as loud as its sender says', async () => {
    const webm = Buffer.from('\x1a\x45\xdf\xa3 webm A_OPUS', 'latin1')
    const recording: [string, Buffer][] = [['audio-record-site-1.webm', webm]]
    const waveform = encodeWaveform(Array.from({ length: WAVEFORM_BARS }, (_, at) => at))
    const answer = await send(await opened(), form(recording, { body: '', durationSeconds: '12', waveform }))
    const media = { mimeType: 'audio/webm', durationSeconds: 12, waveform }
    expect(sent(answer)).toMatchObject([{ mediaType: 'audio', media }])
    expect((await send(await opened(), form(recording, { waveform: 'AQI=' }))).status).toBe(400)
    const silent = await send(await opened(), form(recording))
    expect(sent(silent)).toMatchObject([{ media: { durationSeconds: null, waveform: null } }])
    expect((await send(await opened(), form(recording, { durationSeconds: '-1' }))).status).toBe(400)
  })

  it('stores each under our name with the type of its bytes, the text as the first one’s caption', async () => {
    const id = await opened()
    const answer = await send(
      id,
      form(
        [
          ['../a b.html', PNG],
          ['nota.pdf', Buffer.from('%PDF-1.7 x')],
        ],
        { body: 'veja', fromMe: 'true', clientId: `${UUID}4` },
      ),
    )
    expect(answer.status).toBe(200)
    expect(sent(answer)).toMatchObject([
      { mediaType: 'image', body: 'veja', seq: 1, media: { mimeType: 'image/png', sizeBytes: PNG.length } },
      {
        mediaType: 'application',
        body: '',
        seq: 2,
        media: { name: 'nota.pdf', mimeType: 'application/pdf' },
      },
    ])
    const requests = await outbox(desk, 'outboundRequested')
    const keys = requests.map(
      ({ body }) => (body['outboundRequested'] as { media: { key: string } }).media.key,
    )
    expect(keys[0]).toMatch(/^companies\/7\/2026\/11\/[0-9a-f]{32}\.png$/)
    for (const key of keys) expect(await desk.ports.blobs.info(key)).toBeDefined()
    expect(await ticketRow(id)).toMatchObject({
      last_message: 'nota.pdf',
      last_message_kind: 'application',
      message_seq: 2,
    })
  })

  it('once per clientId; the repeat leaves no file behind', async () => {
    const id = await opened()
    const files: [string, Buffer][] = [
      ['a.png', PNG],
      ['b.png', PNG],
    ]
    const [first, second] = [
      await send(id, form(files, { clientId: `${UUID}5` })),
      await send(id, form(files, { clientId: `${UUID}5` })),
    ]
    expect(sent(second).map((message) => message.id)).toEqual(sent(first).map((message) => message.id))
    expect(await rows(id)).toHaveLength(2)
  })

  it('removes after a day what a death left before the commit, and no file of a message', async () => {
    const id = await opened()
    const { blobs } = desk.ports
    const { put, delete: remove } = blobs
    const keys: string[] = []
    blobs.put = async (key, ...rest) => {
      keys.push(key)
      return put.call(blobs, key, ...rest)
    }
    const documents = jest.spyOn(PgMessageDocuments.prototype, 'put')
    documents.mockImplementationOnce(() => {
      throw new Error('killed')
    })
    blobs.delete = () => Promise.reject(new Error('killed'))
    expect((await send(id, form([['a.png', PNG]]))).status).toBe(500)
    blobs.delete = remove
    documents.mockRestore()
    expect((await send(id, form([['b.png', PNG]]))).status).toBe(200)
    blobs.put = put

    const isThere = async () => Promise.all(keys.map(async (key) => (await blobs.info(key)) !== undefined))
    const sweep = () =>
      desk.service.jobs.find(({ name }) => name === 'tickets.sweep-blobs')?.run(new AbortController().signal)
    await sweep()
    expect(await isThere()).toEqual([true, true])
    await desk.pg.sql("UPDATE tickets.pending_blobs SET created_at = created_at - interval '25 hours'")
    await sweep()
    expect(await isThere()).toEqual([false, true])
    expect(await desk.pg.sql('SELECT * FROM tickets.pending_blobs')).toEqual([])
  })

  it('refuses an empty one', async () => {
    expect((await send(await opened(), form([['a.png', Buffer.alloc(0)]]))).body['error']).toBe(
      'ERR_MEDIA_EMPTY',
    )
  })
})

describe('sending contact cards', () => {
  it('makes one message of them, in their order, once per clientId', async () => {
    const [ana, rui] = [
      await contactRow(desk, 'Ana; Sócia', COMPANY, '5511944443333'),
      await contactRow(desk, 'Rui'),
    ]
    const id = await opened()
    const body = { contactIds: [ana, rui, ana], clientId: `${UUID}9` }
    const [card] = sent(await send(id, body))
    await send(id, body)
    expect(card).toMatchObject({ mediaType: 'vcard', fromMe: true, ack: 0 })
    const cards = parseVcards(card?.body ?? '')
    expect(cards.map(({ name }) => name)).toEqual(['Ana; Sócia', 'Rui'])
    expect(cards[0]?.digits).toBe('5511944443333')
    expect(await ticketRow(id)).toMatchObject({ last_message: 'Ana; Sócia' })
    const requests = await outbox(desk, 'outboundRequested')
    expect(requests).toHaveLength(1)
    expect(JSON.stringify(requests[0])).toContain('waid=5511944443333')
  })

  it('refuses contacts of another company, groups, and anything beside them', async () => {
    const id = await opened()
    const foreign = await contactRow(desk, 'Alheia', FOREIGN)
    const group = await contactRow(desk, 'Grupo')
    await desk.pg.sql('UPDATE tickets.contacts SET is_group = true WHERE id = $1', [group])
    const own = await contactRow(desk, 'Nossa')
    const refusals = []
    for (const body of [
      { contactIds: [foreign] },
      { contactIds: [own, group] },
      { contactIds: [own], body: 'oi' },
    ])
      refusals.push((await send(id, body)).body['error'])
    expect(refusals).toEqual(['ERR_NO_CONTACT_FOUND', 'ERR_NO_CONTACT_FOUND', 'ERR_CREATING_MESSAGE'])
    expect(await outbox(desk)).toEqual([])
  })
})

describe('a page of messages', () => {
  it('is the newest twenty, oldest first, then the ones before; and changes nothing when it is only looked at', async () => {
    const id = await opened()
    for (let index = 1; index <= 45; index += 1)
      await deliver(desk, INBOUND_GROUP, received(desk, { body: 'x', number: '5511900001111' }))
    const [row] = await desk.pg.sql<{ id: number }>(
      `SELECT t.id FROM tickets.tickets t JOIN tickets.contacts c ON c.id = t.contact_id WHERE c.number = '5511900001111'`,
    )
    const inbound = row?.id ?? id
    await desk.pg.sql('UPDATE tickets.tickets SET queue_id = $2 WHERE id = $1', [inbound, vendas])
    await clearOutbox(desk)
    const page = async (query: string) =>
      (await call(ana, 'GET', `/messages/${inbound}?markAsRead=false${query}`)).body as unknown as {
        messages: MessageView[]
        hasMore: boolean
        count: number
      }
    const seqs = async (query: string) => (await page(query)).messages.map(({ seq }) => seq)
    expect(await seqs('')).toEqual(Array.from({ length: 20 }, (_, index) => index + 26))
    expect(await seqs('&pageNumber=2')).toEqual(Array.from({ length: 20 }, (_, index) => index + 6))
    expect(await seqs('&pageNumber=3')).toEqual([1, 2, 3, 4, 5])
    expect(await seqs('&pageNumber=4')).toEqual([])
    expect(await seqs('&before=6')).toEqual([1, 2, 3, 4, 5])
    expect(await page('&pageNumber=2')).toMatchObject({
      hasMore: true,
      count: 45,
      ticket: { id: inbound, unreadMessages: 45 },
    })
    expect((await page('&pageNumber=3')).hasMore).toBe(false)
    expect(await outbox(desk)).toEqual([])
  })
})

describe('reading', () => {
  const unread = async (number: string) => {
    await deliver(desk, INBOUND_GROUP, received(desk, { number, waId: `W${number}` }))
    const [row] = await desk.pg.sql<{ id: number }>(
      `SELECT ticket_id AS id FROM tickets.messages WHERE wa_id = $1`,
      [`W${number}`],
    )
    const id = row?.id ?? 0
    await desk.pg.sql('UPDATE tickets.tickets SET queue_id = $2 WHERE id = $1', [id, vendas])
    await clearOutbox(desk)
    return id
  }
  const types = async () => (await outbox(desk)).map(({ type }) => type)

  it.each(['', '?pageNumber=1', '?markAsRead=true'])(
    'comes with the messages (%s), once, and the page shows it',
    async (query) => {
      const id = await unread(`551190000${3000 + query.length}`)
      const page = await call(ana, 'GET', `/messages/${id}${query}`)
      expect(page.body).toMatchObject({ ticket: { id, unreadMessages: 0 }, messages: [{ read: true }] })
      expect(await types()).toEqual(['ticketUnreadCleared', 'readMarkRequested'])
      expect(await ticketRow(id)).toMatchObject({ unread_messages: 0 })
      await call(ana, 'GET', `/messages/${id}${query}`)
      expect(await types()).toHaveLength(2)
    },
  )

  it('does not come to who may not see the ticket, nor with nonsense', async () => {
    const id = await unread('5511900004000')
    for (const [as, query, status] of [
      [stranger, '', 404],
      [await person(desk, { id: 5, name: 'Caio', queueIds: [await queue(desk, 'Longe')] }), '', 403],
      [ana, '?markAsRead=talvez', 400],
      [ana, '?markAsRead=false', 200],
    ] as const)
      expect((await call(as, 'GET', `/messages/${id}${query}`)).status).toBe(status)
    expect(await types()).toEqual([])
    expect(await ticketRow(id)).toMatchObject({ unread_messages: 1 })
  })

  it('clears the count, asks for the marks, and does so once', async () => {
    await deliver(desk, INBOUND_GROUP, received(desk, { number: '5511900002222', waId: 'M1' }))
    await deliver(desk, INBOUND_GROUP, received(desk, { number: '5511900002222', waId: 'M2' }))
    const [row] = await desk.pg.sql<{ id: number }>(
      `SELECT ticket_id AS id FROM tickets.messages WHERE wa_id = 'M1'`,
    )
    const id = row?.id ?? 0
    await desk.pg.sql('UPDATE tickets.tickets SET queue_id = $2 WHERE id = $1', [id, vendas])
    await clearOutbox(desk)
    expect((await call(ana, 'POST', `/tickets/${id}/read`)).status).toBe(204)
    expect((await call(ana, 'POST', `/tickets/${id}/read`)).status).toBe(204)
    const events = await outbox(desk)
    expect(events.map(({ type }) => type)).toEqual(['ticketUnreadCleared', 'readMarkRequested'])
    expect(events[1]?.body['readMarkRequested']).toMatchObject({
      waIds: ['M1', 'M2'],
      remoteJid: '5511900002222@s.whatsapp.net',
      connectionId: 1,
    })
    expect(await ticketRow(id)).toMatchObject({ unread_messages: 0 })
  })
})

describe('ticks', () => {
  const ack = (messageId: string, value: Record<string, unknown>) =>
    deliver(desk, 'tickets.acks', outboundChanged(desk, { messageId, ...value }))

  it('rise on the message and in the list', async () => {
    const id = await opened()
    const [message] = sent(await send(id, { body: 'oi' }))
    await clearOutbox(desk)
    await ack(message?.id ?? '', { ack: 1, waId: '3EB0AA', remoteJid: 'x@s.whatsapp.net' })
    expect(await rows(id)).toMatchObject([{ ack: 1, wa_id: '3EB0AA', remote_jid: 'x@s.whatsapp.net' }])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['messageChanged', 'ticketChanged'])
    await ack(message?.id ?? '', { ack: 3 })
    await ack(message?.id ?? '', { ack: 2 })
    await ack(message?.id ?? '', { ack: -1, failure: 'ERR_SENDING_WAPP_MSG' })
    expect(await rows(id)).toMatchObject([{ ack: 3, failure: '' }])
    expect(await ticketRow(id)).toMatchObject({ last_message_ack: 3 })
  })

  it('bring the name that the network gave, however late', async () => {
    const id = await opened()
    const [message] = sent(await send(id, { body: 'oi' }))
    await ack(message?.id ?? '', { ack: -1, failure: 'ERR_WAPP_UNCONFIRMED', waId: '3EB0AB', remoteJid: 'j' })
    await ack(message?.id ?? '', { ack: 1, waId: 'wamid.1', remoteJid: 'j' })
    expect(await rows(id)).toMatchObject([{ ack: 1, failure: '', wa_id: 'wamid.1' }])
  })

  it('end the same for every order, with every news doubled', async () => {
    const news = [1, 2, 3, -1]
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...news, ...news], { minLength: 8 }), async (order) => {
        const id = await opened()
        const [message] = sent(await send(id, { body: 'oi' }))
        for (const value of order)
          await ack(message?.id ?? '', { ack: value, failure: value === -1 ? 'ERR_SENDING_WAPP_MSG' : '' })
        expect(await rows(id)).toMatchObject([{ ack: 3, failure: '' }])
        expect(await ticketRow(id)).toMatchObject({ last_message_ack: 3 })
      }),
      { numRuns: 12 },
    )
  })

  it('are applied once per event', async () => {
    const id = await opened()
    const [message] = sent(await send(id, { body: 'oi' }))
    await clearOutbox(desk)
    const event = outboundChanged(desk, { messageId: message?.id ?? '', ack: 2 })
    await deliver(desk, 'tickets.acks', event)
    await deliver(desk, 'tickets.acks', event)
    expect(await outbox(desk, 'messageChanged')).toHaveLength(1)
  })

  it('before the row wait for it, the highest of them', async () => {
    const id = await opened()
    const next = '019b0000-0000-7000-8000-000000000001'
    await ack(next, { ack: 2, waId: 'W', remoteJid: 'j' })
    await ack(next, { ack: 1, waId: 'W', remoteJid: 'j' })
    const ids = desk.ports.ids
    const original = ids.next
    let calls = 0
    ids.next = () => ((calls += 1) === 1 ? next : original())
    await send(id, { body: 'tarde' })
    ids.next = original
    expect(await rows(id)).toMatchObject([{ id: next, ack: 2, wa_id: 'W' }])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.pending_acks')).toEqual([])
  })

  it('come by WhatsApp’s id once the gateway has no row of the message, and only to what was sent from here', async () => {
    const id = await opened()
    const [message] = sent(await send(id, { body: 'oi' }))
    await ack(message?.id ?? '', { ack: 2, waId: '3EB0OLD', remoteJid: 'x@s.whatsapp.net' })
    await clearOutbox(desk)
    for (const late of [
      { waId: '3EB0OTHER', ack: 3 },
      { waId: '3EB0OLD', ack: 3, connectionId: 2 },
      { waId: '3EB0OLD', ack: 3, company: FOREIGN },
      { waId: '', ack: 3 },
    ])
      await ack('', late)
    expect(await rows(id)).toMatchObject([{ ack: 2 }])
    expect(await desk.pg.sql('SELECT 1 FROM tickets.pending_acks')).toEqual([])
    await ack('', { waId: '3EB0OLD', ack: 3 })
    await ack('', { waId: '3EB0OLD', ack: 2 })
    expect(await rows(id)).toMatchObject([{ ack: 3, wa_id: '3EB0OLD', remote_jid: 'x@s.whatsapp.net' }])
    expect(await ticketRow(id)).toMatchObject({ last_message_ack: 3 })
    expect(await outbox(desk, 'messageChanged')).toHaveLength(1)
  })

  it('of a request that the gateway got weeks late fail what waits, and nothing that was sent', async () => {
    const id = await opened()
    const late = { ack: -1, failure: 'ERR_WAPP_TOO_LATE' }
    const [message] = sent(await send(id, { body: 'oi' }))
    await ack(message?.id ?? '', late)
    expect(await rows(id)).toMatchObject([{ ack: -1, failure: 'ERR_WAPP_TOO_LATE' }])
    await ack(message?.id ?? '', { ack: 1, waId: '3EB0AC', remoteJid: 'j' })
    await ack(message?.id ?? '', late)
    expect(await rows(id)).toMatchObject([{ ack: 1, failure: '' }])
  })

  it('of another company do not touch it', async () => {
    const id = await opened()
    const [message] = sent(await send(id, { body: 'oi' }))
    await deliver(
      desk,
      'tickets.acks',
      outboundChanged(desk, { messageId: message?.id ?? '', ack: 3, company: FOREIGN }),
    )
    expect(await rows(id)).toMatchObject([{ ack: 0 }])
  })
})
