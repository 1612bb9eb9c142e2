import { messageId, type MessageView } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type DeskEventCase,
  type EventValue,
  type MessageReacted,
} from '@balcao/contracts/wire'
import { DAY, MINUTE, type Session } from '@balcao/kernel'

import { CALLS_REFUSED } from '../src/features/inbound/receive-call'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  clearOutbox,
  COMPANY,
  connection,
  contactRow,
  deliver,
  callsTo,
  FOREIGN,
  outbox,
  outboundChanged,
  person,
  phoneJid,
  queue,
  received,
  rig,
  ticket,
  type Answer,
  type Call,
  type Rig,
} from './support'

const ACKS = 'tickets.acks'
const NUMBER = '5511955550101'

let desk: Rig
let call: Call
let vendas: number
let ana: Session
let colleague: Session
let stranger: Session

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas] })
  colleague = await person(desk, { id: 3, name: 'Bia', queueIds: [await queue(desk, 'Suporte')] })
  stranger = await person(desk, { id: 9, profile: 'admin', company: FOREIGN })
})

beforeEach(async () => {
  await desk.pg.sql(
    'TRUNCATE tickets.contacts, tickets.contact_merges, tickets.connections, tickets.message_documents, tickets.inbox, tickets.outbox CASCADE',
  )
  await connection(desk, 1, { isDefault: true, queueIds: [vendas] })
  for (const key of ['call', 'sendTyping']) delete desk.settings[key]
  await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
})

const happens = <C extends DeskEventCase>($case: C, value: EventValue<C>, company = COMPANY) =>
  deskEvent(desk.ports, company, orderingKeys.conversation(NUMBER), $case, value)
const arrive = (event: ReturnType<typeof received>) => deliver(desk, INBOUND_GROUP, event)
const rows = (sql: string, values: unknown[] = []) => desk.pg.sql<Record<string, unknown>>(sql, values)
const messages = () => rows('SELECT * FROM tickets.messages ORDER BY ticket_id, seq')
const tickets = () => rows('SELECT * FROM tickets.tickets ORDER BY id')
const lastChange = async (): Promise<Record<string, unknown>> =>
  (await outbox(desk, 'messageChanged')).at(-1)?.body['messageChanged']?.['message'] as Record<
    string,
    unknown
  >
const requests = async (type: string) => (await outbox(desk, type)).map(({ body }) => body[type])

/* A customer's message in a ticket that Ana has open. */
async function written(
  fields: Parameters<typeof received>[1] = {},
): Promise<{ id: string; ticketId: number }> {
  await arrive(received(desk, { waId: 'C1', body: 'chegou?', ...fields }))
  const [row] = await rows('SELECT id, ticket_id FROM tickets.messages WHERE wa_id = $1', [
    fields.waId ?? 'C1',
  ])
  await rows(`UPDATE tickets.tickets SET status = 'open', user_id = 2, queue_id = $1`, [vendas])
  await clearOutbox(desk)
  return { id: String(row?.['id']), ticketId: Number(row?.['ticket_id']) }
}

/* A message of ours that the network accepted as W1. */
async function sent(ticketId: number, body = 'sai hoje'): Promise<MessageView> {
  const answer = await call(ana, 'POST', `/messages/${ticketId}`, { body })
  const [message] = answer.body['messages'] as MessageView[]
  if (!message) throw new Error('nothing was sent')
  const news = { messageId: message.id, waId: 'W1', remoteJid: phoneJid(NUMBER), ack: 1 }
  await deliver(desk, ACKS, outboundChanged(desk, news))
  await clearOutbox(desk)
  return message
}

const react = (id: string, emoji: string, session: Session = ana): Promise<Answer> =>
  call(session, 'POST', `/messages/${id}/reactions`, { emoji })

const reacted = (fields: Partial<MessageReacted> = {}, company = COMPANY) =>
  happens(
    'messageReacted',
    {
      connectionId: 1,
      remoteJid: phoneJid(NUMBER),
      participant: '',
      fromMe: false,
      waId: 'C1',
      emoji: '👍',
      byUs: false,
      by: { number: NUMBER, lid: '', name: 'Joana' },
      sentAt: desk.ports.clock.now(),
      ...fields,
    },
    company,
  )

describe('a reaction of the customer', () => {
  it('shows on the message and moves nothing of its ticket', async () => {
    const { ticketId } = await written()
    await sent(ticketId)
    const before = await tickets()
    await deliver(desk, ACKS, reacted({ fromMe: true, waId: 'W1' }))
    expect(await lastChange()).toMatchObject({ reactions: [{ emoji: '👍' }] })
    expect(await tickets()).toEqual(before)
    expect(await messages()).toHaveLength(2)
    const page = await call(ana, 'GET', `/messages/${ticketId}`)
    expect((page.body['messages'] as MessageView[])[1]?.reactions).toEqual([
      { emoji: '👍', count: 1, mine: false, names: [''] },
    ])
  })

  it('comes to two consumers and counts once', async () => {
    const { ticketId } = await written()
    await sent(ticketId)
    const event = reacted({ fromMe: true, waId: 'W1' })
    for (const group of [INBOUND_GROUP, ACKS, ACKS]) await deliver(desk, group, event)
    expect(await outbox(desk, 'messageChanged')).toHaveLength(1)
  })

  it('is replaced by the next one and taken back by none', async () => {
    await written()
    for (const emoji of ['👍', '❤️', '']) await arrive(reacted({ byUs: true, emoji }))
    expect(
      (await outbox(desk, 'messageChanged')).map(({ body }) => body['messageChanged']?.['message']),
    ).toEqual([
      expect.objectContaining({ reactions: [{ emoji: '👍', byUs: true }] }),
      expect.objectContaining({ reactions: [{ emoji: '❤️', byUs: true }] }),
      expect.not.objectContaining({ reactions: expect.anything() }),
    ])
  })

  it('in a group is one a participant, whether known by number or LID', async () => {
    const group = { remoteJid: '1203@g.us', participant: 'p1@s.whatsapp.net' }
    await written({ ...group, isGroup: true, sender: { number: '551', lid: '', name: 'Rui' } })
    await arrive(reacted({ ...group, by: { number: '', lid: '77', name: '' } }))
    await arrive(reacted({ ...group, by: { number: '5511944440000', lid: '77', name: 'Lia' }, emoji: '😂' }))
    await arrive(reacted({ ...group, by: { number: '5511944440001', lid: '', name: 'Rui' }, emoji: '😂' }))
    expect(await lastChange()).toMatchObject({
      reactions: [
        { emoji: '😂', name: 'Lia' },
        { emoji: '😂', name: 'Rui' },
      ],
    })
  })

  it('is ignored when it is no emoji, names no message here, or comes from another company', async () => {
    await written()
    await arrive(reacted({ emoji: 'clique em x.test' }))
    await arrive(reacted({ waId: 'nobody' }))
    await arrive(reacted({ remoteJid: phoneJid('5511900000000') }))
    await arrive(reacted({}, FOREIGN))
    expect(await outbox(desk)).toEqual([])
  })

  it('is removed with a deleted message, which takes no reaction any more', async () => {
    const { ticketId } = await written()
    const message = await sent(ticketId)
    await react(message.id, '👍')
    expect((await call(ana, 'DELETE', `/messages/${message.id}`)).body['reactions']).toEqual([])
    expect((await react(message.id, '❤️')).body['error']).toBe('ERR_SENDING_WAPP_MSG')
  })
})

describe('a reaction of an agent', () => {
  it('is ours, and the gateway is asked once', async () => {
    const { id } = await written()
    expect((await react(id, '❤️')).body).toMatchObject({
      id,
      reactions: [{ emoji: '❤️', count: 1, mine: true, names: [] }],
    })
    await react(id, '❤️')
    expect(await requests('outboundReactionRequested')).toEqual([
      {
        requestId: expect.any(String),
        messageId: id,
        connectionId: 1,
        waId: 'C1',
        remoteJid: phoneJid(NUMBER),
        emoji: '❤️',
      },
    ])
    expect((await react(id, '')).body['reactions']).toEqual([])
    expect(await requests('outboundReactionRequested')).toHaveLength(2)
  })

  it('is counted with the same one of the customer', async () => {
    const { id, ticketId } = await written()
    await react(id, '👍')
    const page = async () =>
      ((await call(ana, 'GET', `/messages/${ticketId}`)).body['messages'] as MessageView[])[0]?.reactions
    await arrive(reacted({}))
    expect(await page()).toEqual([{ emoji: '👍', count: 2, mine: true, names: [''] }])
  })

  it('is one emoji, of a user who sees the ticket, while it is open', async () => {
    const { id, ticketId } = await written()
    expect((await react(id, 'oi')).body['error']).toBe('ERR_VALIDATION')
    expect((await react(id, '👍👍')).body['error']).toBe('ERR_VALIDATION')
    expect((await react(id, '👍', colleague)).body['error']).toBe('ERR_NO_PERMISSION')
    expect((await react(id, '👍', stranger)).body['error']).toBe('ERR_NO_MESSAGE_FOUND')
    await rows(`UPDATE tickets.tickets SET status = 'pending', user_id = NULL WHERE id = $1`, [ticketId])
    expect((await react(id, '👍')).body['error']).toBe('ERR_SENDING_WAPP_MSG')
    expect(await outbox(desk)).toEqual([])
  })
})

const edit = (id: string, body: string, session: Session = ana): Promise<Answer> =>
  call(session, 'PUT', `/messages/${id}`, { body })

describe('an edit', () => {
  it('changes the text everywhere, keeps the one before, and asks the gateway', async () => {
    const { ticketId } = await written()
    const message = await sent(ticketId, 'sai hoje')
    expect((await edit(message.id, 'sai amanhã')).body).toMatchObject({ body: 'sai amanhã', isEdited: true })
    expect((await outbox(desk)).map(({ type }) => type)).toEqual([
      'messageChanged',
      'ticketChanged',
      'outboundEditRequested',
    ])
    expect(await requests('outboundEditRequested')).toEqual([
      { requestId: expect.any(String), messageId: message.id, connectionId: 1, body: 'sai amanhã' },
    ])
    expect(await tickets()).toMatchObject([{ last_message: 'sai amanhã' }])
    const words = await rows('SELECT word FROM tickets.ticket_words ORDER BY 1')
    expect(words.map(({ word }) => word)).toEqual(['amanha', 'chegou', 'sai'])
    const document = await desk.deps.documents.get(COMPANY, [messageId(message.id)])
    expect(document.get(messageId(message.id))?.earlier).toMatchObject([{ body: 'sai hoje' }])
  })

  it('of the same text asks nothing', async () => {
    const message = await sent((await written()).ticketId, 'igual')
    expect((await edit(message.id, 'igual')).body).toMatchObject({ isEdited: false })
    expect(await outbox(desk)).toEqual([])
  })

  it('by many at once ends with what the last request says', async () => {
    const message = await sent((await written()).ticketId)
    await Promise.all(['a', 'b', 'c', 'd'].map((body) => edit(message.id, body)))
    const last = (await requests('outboundEditRequested')).at(-1)
    const documents = await desk.deps.documents.get(COMPANY, [messageId(message.id)])
    expect(documents.get(messageId(message.id))?.body).toBe(last?.['body'])
    expect(await lastChange()).toMatchObject({ body: last?.['body'] })
  })

  it.each<[string, string]>([
    ['is too old', `created_at = created_at - interval '16 minutes'`],
    ['never left', 'ack = -1'],
    ['was deleted', 'deleted = true'],
    ['was typed on the phone', `source = 'phone'`],
    ['is a picture', `kind = 'image'`],
  ])('is refused when the message %s', async (_why, change) => {
    const message = await sent((await written()).ticketId)
    await rows(`UPDATE tickets.messages SET ${change} WHERE id = $1`, [message.id])
    const answer = await edit(message.id, 'outro')
    expect([answer.status, answer.body['error']]).toEqual([409, 'ERR_EDITING_WAPP_MSG'])
    expect(await outbox(desk)).toEqual([])
  })

  it('is refused when what the message said is not there any more', async () => {
    const message = await sent((await written()).ticketId)
    await desk.deps.documents.remove(COMPANY, [messageId(message.id)])
    const answer = await edit(message.id, 'outro')
    expect([answer.status, answer.body['error']]).toEqual([409, 'ERR_FETCH_WAPP_MSG'])
    expect(await outbox(desk)).toEqual([])
  })

  it("is refused for the customer's words, blank text, another queue's agent and another company", async () => {
    const { id, ticketId } = await written()
    const message = await sent(ticketId)
    expect((await edit(id, 'outro')).body['error']).toBe('ERR_EDITING_WAPP_MSG')
    expect((await edit(message.id, ' \n')).body['error']).toBe('ERR_CREATING_MESSAGE')
    expect((await edit(message.id, 'outro', colleague)).body['error']).toBe('ERR_NO_PERMISSION')
    expect((await edit(message.id, 'outro', stranger)).body['error']).toBe('ERR_NO_MESSAGE_FOUND')
    expect((await messages())[1]).toMatchObject({ preview: 'sai hoje', edited: false })
  })
})

describe('what the network refused', () => {
  const refuse = async (type: string) => {
    const requestId = (await requests(type)).at(-1)?.['requestId']
    const news = { messageId: String(requestId), ack: -1, failure: 'ERR_SENDING_WAPP_MSG' }
    const event = outboundChanged(desk, news)
    await deliver(desk, ACKS, event)
    await deliver(desk, ACKS, event)
  }

  it('is no edit: the message says again what the customer sees', async () => {
    const message = await sent((await written()).ticketId, 'sai hoje')
    await edit(message.id, 'sai amanhã')
    await refuse('outboundEditRequested')
    expect(await lastChange()).toMatchObject({ body: 'sai hoje' })
    expect((await messages())[1]).toMatchObject({ edited: false, preview: 'sai hoje', ack: 1 })
    expect(await tickets()).toMatchObject([{ last_message: 'sai hoje' }])
    expect(await rows('SELECT 1 FROM tickets.pending_acks')).toEqual([])
  })

  it('leaves an edit that came later, and what was edited before', async () => {
    const message = await sent((await written()).ticketId, 'um')
    await edit(message.id, 'dois')
    await edit(message.id, 'três')
    await refuse('outboundEditRequested')
    expect((await messages())[1]).toMatchObject({ edited: true, preview: 'dois' })
  })

  it('is no reaction', async () => {
    const { id } = await written()
    await react(id, '👍')
    await refuse('outboundReactionRequested')
    expect(await lastChange()).not.toHaveProperty('reactions')
    await react(id, '👍')
    expect(await lastChange()).toMatchObject({ reactions: [{ emoji: '👍', byUs: true }] })
  })

  it('of another company is not ours to take back', async () => {
    const { id } = await written()
    await react(id, '👍')
    const requestId = (await requests('outboundReactionRequested')).at(-1)?.['requestId']
    const news = { messageId: String(requestId), ack: -1, failure: '', company: FOREIGN }
    await deliver(desk, ACKS, outboundChanged(desk, news))
    expect(await lastChange()).toMatchObject({ reactions: [{ emoji: '👍' }] })
  })
})

const PHOTO = {
  key: 'companies/7/2026/11/a.jpg',
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 4,
  width: 2,
  height: 2,
  durationSeconds: 0,
}
const fileOf = (fields: Partial<EventValue<'messageMediaArrived'>> = {}) =>
  happens('messageMediaArrived', {
    connectionId: 1,
    remoteJid: phoneJid(NUMBER),
    participant: '',
    fromMe: false,
    waId: 'C1',
    kind: 'image',
    media: PHOTO,
    ...fields,
  })

const AD = {
  title: 'Bolo de pote',
  body: '2 por 1',
  url: 'https://fb.me/abc',
  sourceType: 'ad',
  sourceId: '2385',
  thumbnail: '/9j/4A==',
}
const filled = (fields: Partial<EventValue<'placeholderFilled'>> = {}, company?: typeof FOREIGN) => {
  const value = received(desk, { number: NUMBER, waId: 'C1' }).body.value as EventValue<'placeholderFilled'>
  return happens('placeholderFilled', { ...value, body: 'quero bolo', ...fields }, company)
}

describe('a message without its content', () => {
  const waiting = { kind: 'placeholder', body: '' }
  const pageOf = async (ticketId: number) =>
    ((await call(ana, 'GET', `/messages/${ticketId}`)).body['messages'] as MessageView[])[0]

  it('waits in its place and has it there when it comes, once', async () => {
    const { ticketId } = await written(waiting)
    const before = await pageOf(ticketId)
    expect(before).toMatchObject({ mediaType: 'placeholder', body: '', ad: null })
    await arrive(received(desk, { number: NUMBER, waId: 'C2', body: 'e preço?' }))
    await clearOutbox(desk)
    await arrive(filled({ ad: AD, marks: ['forwarded'] }))
    await arrive(filled({ body: 'outra vez' }))
    const { thumbnail, ...ad } = AD
    expect(await pageOf(ticketId)).toMatchObject({
      id: before?.id,
      seq: 1,
      createdAt: before?.createdAt,
      mediaType: 'chat',
      body: 'quero bolo',
      marks: ['forwarded'],
      ad: { ...ad, thumbnail: `data:image/jpeg;base64,${thumbnail}` },
    })
    expect(await tickets()).toMatchObject([{ last_message: 'e preço?', unread_messages: 2 }])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['messageChanged'])
    expect(await lastChange()).toMatchObject({ kind: 'chat', body: 'quero bolo' })
    const found = await call(ana, 'GET', '/tickets?searchParam=quero bolo&showAll=true')
    expect(found.body['tickets']).toMatchObject([{ id: ticketId }])
  })

  it('has its file and is the last of its ticket', async () => {
    const { ticketId } = await written(waiting)
    await arrive(filled({ kind: 'image', body: '', mediaPending: true }))
    expect(await pageOf(ticketId)).toMatchObject({ mediaType: 'image', mediaState: 'pending' })
    await arrive(fileOf())
    expect(await pageOf(ticketId)).toMatchObject({ mediaState: null, media: { name: 'foto.jpg' } })
    expect(await tickets()).toMatchObject([{ last_message: 'foto.jpg' }])
  })

  it('says that only the phone shows it, and has it when it comes all the same', async () => {
    const { ticketId } = await written(waiting)
    await arrive(filled({ kind: 'phoneOnly', body: '' }))
    expect(await pageOf(ticketId)).toMatchObject({ mediaType: 'phoneOnly', body: '' })
    await arrive(filled())
    expect(await pageOf(ticketId)).toMatchObject({ mediaType: 'chat', body: 'quero bolo' })
  })

  it('says what it was edited to while it waited, and nothing when it was deleted', async () => {
    const { ticketId } = await written(waiting)
    const revision = {
      connectionId: 1,
      remoteJid: phoneJid(NUMBER),
      participant: '',
      fromMe: false,
      waId: 'C1',
    }
    await arrive(happens('messageRevised', { ...revision, deleted: false, body: 'quero dois' }))
    await arrive(filled())
    expect(await pageOf(ticketId)).toMatchObject({ body: 'quero dois', isEdited: true })
    await arrive(received(desk, { number: NUMBER, waId: 'C9', ...waiting }))
    await arrive(happens('messageRevised', { ...revision, waId: 'C9', deleted: true, body: '' }))
    await desk.ports.blobs.put(PHOTO.key, Buffer.from('foto'), { maxBytes: 10 })
    await arrive(filled({ waId: 'C9', kind: 'image', media: PHOTO }))
    expect(await desk.ports.blobs.info(PHOTO.key)).toBeUndefined()
    const [document] = await desk.pg.sql<{ body: { body: string } }>(
      `SELECT d.body FROM tickets.message_documents d JOIN tickets.messages m ON m.id = d.id WHERE m.wa_id = 'C9'`,
    )
    expect(document?.body.body ?? '').toBe('')
  })

  it('is not filled by another company, nor one that has its content', async () => {
    const { ticketId } = await written(waiting)
    await arrive(filled({}, FOREIGN))
    expect(await pageOf(ticketId)).toMatchObject({ mediaType: 'placeholder' })
    await arrive(received(desk, { number: NUMBER, waId: 'C5', body: 'inteira' }))
    await arrive(filled({ waId: 'C5', body: 'trocada' }))
    const page = (await call(ana, 'GET', `/messages/${ticketId}`)).body['messages'] as MessageView[]
    expect(page.map(({ body }) => body)).toEqual(['', 'inteira'])
  })
})

describe('a message without its file', () => {
  const late = { kind: 'image', body: '', mediaPending: true, marks: ['forwarded', 'viewOnce'] }

  it('says so, with what is shown above it, until the file is there', async () => {
    const { ticketId } = await written(late)
    const page = async () =>
      ((await call(ana, 'GET', `/messages/${ticketId}`)).body['messages'] as MessageView[])[0]
    expect(await page()).toMatchObject({
      mediaState: 'pending',
      media: null,
      marks: ['forwarded', 'viewOnce'],
    })
    await arrive(fileOf())
    expect(await page()).toMatchObject({ mediaState: null, media: { name: 'foto.jpg' }, mediaType: 'image' })
    expect(await tickets()).toMatchObject([{ last_message: 'foto.jpg', unread_messages: 1 }])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual(['messageChanged', 'ticketChanged'])
  })

  it('says when it will never be', async () => {
    await written(late)
    await arrive(fileOf({ media: undefined }))
    expect(await lastChange()).toMatchObject({ mediaState: 'gone' })
  })

  it('keeps the first file; files that are never shown are deleted', async () => {
    await desk.ports.blobs.put(PHOTO.key, Buffer.from('foto'), { maxBytes: 10 })
    const other = { ...PHOTO, key: 'companies/7/2026/11/b.jpg' }
    await desk.ports.blobs.put(other.key, Buffer.from('foto'), { maxBytes: 10 })
    await written(late)
    await arrive(fileOf())
    await arrive(fileOf({ media: other }))
    await arrive(fileOf({ waId: 'nobody', media: other }))
    expect(await desk.ports.blobs.info(PHOTO.key)).toBeDefined()
    expect(await desk.ports.blobs.info(other.key)).toBeUndefined()
    expect(await outbox(desk, 'messageChanged')).toHaveLength(1)
  })
})

describe('a call', () => {
  const rings = (fields: Parameters<typeof received>[1] = {}) =>
    arrive(received(desk, { kind: 'call_log', body: '', waId: 'CALL1', ...fields }))

  it('is noted in the open ticket and answered with a text, once however often it rings', async () => {
    await written()
    await rings()
    await rings()
    expect((await messages()).map((row) => [row['kind'], row['from_me'], row['preview']])).toEqual([
      ['chat', false, 'chegou?'],
      ['call_log', false, ''],
      ['chat', true, CALLS_REFUSED],
    ])
    expect(await requests('outboundRequested')).toMatchObject([{ kind: 'chat', body: CALLS_REFUSED }])
  })

  it('wakes a closed ticket, however old', async () => {
    const { ticketId } = await written()
    const closedAt = new Date(desk.ports.clock.now().getTime() - 90 * DAY)
    await rows(
      `UPDATE tickets.tickets SET status = 'closed', closed_at = $2, updated_at = $2 WHERE id = $1`,
      [ticketId, closedAt],
    )
    await rings()
    expect(await tickets()).toMatchObject([
      { id: ticketId, status: 'pending', user_id: null, queue_id: vendas },
    ])
  })

  it('of a number without a ticket stores nothing', async () => {
    await contactRow(desk, 'Sem ticket', COMPANY, NUMBER)
    await rings()
    await rings({ number: '5511933330000', waId: 'CALL2' })
    expect([await tickets(), await messages(), await outbox(desk)]).toEqual([[], [], []])
  })

  it('is left to the phone when the company takes calls', async () => {
    await written()
    desk.settings['call'] = 'enabled'
    await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
    await rings()
    expect([await messages(), await outbox(desk)]).toEqual([[expect.anything()], []])
  })

  it('is answered when it rings, not when the network logs it', async () => {
    await written()
    await rings({ body: 'video' })
    await rings({ body: 'Chamada de vídeo perdida', waId: 'LOG1' })
    expect(await outbox(desk, 'outboundRequested')).toHaveLength(1)
    expect(await messages()).toHaveLength(4)
  })

  it('that we made is noted without an answer', async () => {
    await written()
    await rings({ fromMe: true })
    expect([(await messages()).length, await outbox(desk, 'outboundRequested')]).toEqual([2, []])
  })
})

describe('typing', () => {
  const type = (id: number, session: Session = ana) =>
    call(session, 'POST', `/messages/${id}/typing`, { isTyping: true })
  const wanted = async () => {
    desk.settings['sendTyping'] = 'enabled'
    await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
  }

  it('is told to the chat as the network names it', async () => {
    const { ticketId } = await written()
    await wanted()
    expect((await type(ticketId)).status).toBe(204)
    expect(await requests('typingRequested')).toEqual([
      { connectionId: 1, remoteJid: phoneJid(NUMBER), isTyping: true },
    ])
  })

  it('goes to the number before the first message', async () => {
    await wanted()
    const contactId = await contactRow(desk, 'Nova', COMPANY, '5511922220000')
    await type(await ticket(desk, { contactId, status: 'open', userId: 2, queueId: vendas }))
    expect(await requests('typingRequested')).toMatchObject([{ remoteJid: phoneJid('5511922220000') }])
  })

  it('is sent only when the company wants it and the ticket is open', async () => {
    const { ticketId } = await written()
    expect((await type(ticketId)).status).toBe(204)
    await wanted()
    await rows(`UPDATE tickets.tickets SET status = 'pending', user_id = NULL`)
    await type(ticketId)
    expect((await type(ticketId, colleague)).status).toBe(403)
    expect((await type(ticketId, stranger)).status).toBe(404)
    expect(await outbox(desk)).toEqual([])
  })
})

describe('number and LID of one person', () => {
  const LID = '99887766'
  const joana = { number: NUMBER, lid: LID, name: 'Joana' }
  const merged = (undone = false, company = COMPANY) =>
    arrive(
      happens(
        'conversationsMerged',
        { connectionId: 1, survivorId: 'a', otherIds: ['b'], undone, person: joana },
        company,
      ),
    )
  const byLid = { remoteJid: `${LID}@lid`, contact: { number: '', lid: LID, name: 'J' } }
  const contacts = () => rows('SELECT * FROM tickets.contacts ORDER BY id')
  const identities = () =>
    rows('SELECT kind, value, contact_id FROM tickets.contact_identities ORDER BY kind, value')

  it('become one contact with the link’s event, as with a message that carries both', async () => {
    await written()
    await arrive(received(desk, byLid))
    await merged()
    const [kept, ...others] = await contacts()
    expect(others).toEqual([])
    expect((await tickets()).map((row) => [row['contact_id'], row['status']])).toEqual([
      [kept?.['id'], 'open'],
      [kept?.['id'], 'closed'],
    ])
    expect(await rows('SELECT kept_id FROM tickets.contact_merges')).toHaveLength(1)
    expect(await outbox(desk, 'contactDeleted')).toHaveLength(1)
  })

  it('live apart again when it is undone: contact, identity, ticket and number', async () => {
    await arrive(received(desk, byLid))
    await arrive(received(desk, { name: 'Joana' }))
    const before = [await contacts(), await identities()]
    await merged()
    expect(await contacts()).toMatchObject([{ name: 'J', number: NUMBER }])
    await clearOutbox(desk)
    await merged(true)
    const [first, second] = await contacts()
    expect([first, second]).toMatchObject([
      { name: 'J', number: '' },
      { name: 'Joana', number: NUMBER },
    ])
    expect(await identities()).toEqual(before[1])
    expect((await tickets()).map((row) => [row['contact_id'], row['status']])).toEqual([
      [first?.['id'], 'pending'],
      [second?.['id'], 'closed'],
    ])
    expect(await outbox(desk, 'contactChanged')).toHaveLength(2)
    await merged(true)
    expect(await contacts()).toHaveLength(2)
    expect((await contacts()).map(({ id }) => id)).toEqual(before[0]?.map(({ id }) => id))
    await arrive(received(desk, byLid))
    await arrive(received(desk, {}))
    expect(await contacts()).toHaveLength(2)
  })

  it('stay apart though messages carry both: the name of the chat says whose they are', async () => {
    await arrive(received(desk, byLid))
    await arrive(received(desk, { name: 'Joana' }))
    await merged()
    await merged(true)
    await rows('DELETE FROM tickets.tickets')
    await arrive(received(desk, { contact: joana, body: 'pelo número' }))
    await arrive(received(desk, { contact: joana, remoteJid: `${LID}@lid`, body: 'pelo LID' }))
    const [first, second] = await contacts()
    expect((await tickets()).map((row) => [row['contact_id'], row['last_message']])).toEqual([
      [second?.['id'], 'pelo número'],
      [first?.['id'], 'pelo LID'],
    ])
    expect([first?.['number'], (await identities()).length]).toEqual(['', 2])
  })

  it('stay two where one of them has another LID already', async () => {
    await arrive(received(desk, { contact: { ...joana, lid: '11111111' } }))
    await arrive(received(desk, byLid))
    await arrive(received(desk, { contact: joana }))
    await merged()
    expect(await contacts()).toHaveLength(2)
    expect(await identities()).toHaveLength(3)
  })

  it('are unlinked where nothing had been merged', async () => {
    await written()
    await merged()
    expect(await identities()).toHaveLength(2)
    await merged(true)
    expect(await identities()).toMatchObject([{ kind: 'phone' }])
  })

  it('create no contact, and touch no other company', async () => {
    await merged()
    expect(await contacts()).toEqual([])
    await written()
    await merged(false, FOREIGN)
    expect(await identities()).toMatchObject([{ kind: 'phone' }])
  })
})

it('keeps the age of an edit by the clock', async () => {
  const message = await sent((await written()).ticketId)
  await rows(`UPDATE tickets.messages SET created_at = $2 WHERE id = $1`, [
    message.id,
    new Date(desk.ports.clock.now().getTime() - 14 * MINUTE),
  ])
  expect((await edit(message.id, 'ainda dá')).status).toBe(200)
})
