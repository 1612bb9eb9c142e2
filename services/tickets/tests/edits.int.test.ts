import { Readable } from 'node:stream'

import { capabilities, messageId } from '@balcao/contracts'
import { MINUTE, type Session } from '@balcao/kernel'
import {
  ACKS,
  ana,
  call,
  colleague,
  desk,
  lastChange,
  messages,
  NUMBER,
  react,
  requests,
  rows,
  sent,
  stranger,
  tickets,
  useMessageDesk,
  written,
} from './message-desk'
import {
  connection,
  contactRow,
  COMPANY,
  deliver,
  FOREIGN,
  outbox,
  outboundChanged,
  phoneJid,
  ticket,
  type Answer,
} from './support'

useMessageDesk()

const edit = (id: string, body: string, session: Session = ana): Promise<Answer> =>
  call(session, 'PUT', `/messages/${id}`, { body })

describe('an edit', () => {
  it('comes under the path of other clients, too', async () => {
    const { ticketId } = await written()
    const message = await sent(ticketId, 'sai hoje')
    const path = `/messages/edit/${message.id}`
    expect((await call(stranger, 'POST', path, { body: 'x' })).status).toBe(404)
    expect(await call(ana, 'POST', path, { body: 'sai amanhã' })).toMatchObject({
      status: 200,
      body: { id: message.id, body: 'sai amanhã', isEdited: true },
    })
  })

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

describe('a forward', () => {
  const FORWARD_ID = '019a0000-0000-4000-8000-0000000000f1'
  const forward = (body: object, session: Session = ana): Promise<Answer> =>
    call(session, 'POST', '/messages/forward', body)
  const opened = async (name: string) =>
    ticket(desk, {
      contactId: await contactRow(desk, name),
      status: 'open',
      userId: 2,
      queueId: Number((await tickets())[0]?.['queue_id']),
    })
  const files = async () =>
    (await requests('outboundRequested')).flatMap((request) => (request?.['media'] as { key: string }) ?? [])

  it("carries every kind of the customer's messages on, in their order, marked, each file as a copy", async () => {
    const media = { key: 'companies/7/a.webp', name: 'fig.webp', mimeType: 'image/webp', sizeBytes: 3 }
    await desk.ports.blobs.put(media.key, Readable.from([Buffer.from('abc')]))
    const first = await written()
    const sticker = await written({
      waId: 'C2',
      body: '',
      kind: 'sticker',
      media: { ...media, width: 0, height: 0, durationSeconds: 0 },
    })
    const location = { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua 1' }
    const place = await written({ waId: 'C3', body: '', kind: 'locationMessage', location })
    const card = await written({
      waId: 'C4',
      body: '',
      kind: 'vcard',
      vcard: 'BEGIN:VCARD\nFN:Bia\nEND:VCARD',
    })
    const to = await opened('Caio')
    const answer = await forward({
      messageIds: [card.id, place.id, sticker.id, first.id],
      ticketIds: [to],
    })
    expect(answer.body['messages']).toMatchObject([
      { ticketId: to, mediaType: 'chat', body: 'chegou?', marks: ['forwarded'], fromMe: true, userId: 2 },
      { mediaType: 'sticker', marks: ['forwarded'] },
      { mediaType: 'locationMessage', location },
      { mediaType: 'vcard' },
    ])
    expect(await requests('outboundRequested')).toMatchObject([
      { body: 'chegou?', isForwarded: true },
      { kind: 'sticker', isForwarded: true },
      { location },
      { vcard: 'BEGIN:VCARD\nFN:Bia\nEND:VCARD' },
    ])
    const [copy] = await files()
    expect(copy?.key).not.toBe(media.key)
    expect(await desk.ports.blobs.info(String(copy?.key))).toMatchObject({ sizeBytes: 3 })
  })

  it('of our own words is not marked, as in the apps of WhatsApp', async () => {
    const message = await sent((await written()).ticketId, 'sai hoje')
    const answer = await forward({ messageIds: [message.id], ticketIds: [await opened('Caio')] })
    expect(answer.body['messages']).toMatchObject([{ body: 'sai hoje', marks: [] }])
    const [request] = await requests('outboundRequested')
    expect([request?.['body'], request?.['isForwarded']]).toEqual(['sai hoje', undefined])
  })

  it('to a contact opens a ticket of the agent, or goes into the one that is there', async () => {
    const { id, ticketId } = await written()
    const contactId = await contactRow(desk, 'Nova')
    await forward({ messageIds: [id], contactIds: [contactId] })
    await forward({ messageIds: [id], contactIds: [contactId] })
    const there = (await tickets()).filter((row) => row['id'] !== ticketId)
    expect(there).toMatchObject([
      { contact_id: contactId, status: 'open', user_id: 2, message_seq: 2, last_message: 'chegou?' },
    ])
  })

  it('is sent once for one clientId, to whom it had not reached yet too', async () => {
    const { id } = await written()
    const [one, other] = [await opened('Caio'), await opened('Davi')]
    await forward({ messageIds: [id], ticketIds: [one], clientId: FORWARD_ID })
    const again = { messageIds: [id], ticketIds: [one, other], clientId: FORWARD_ID }
    const answers = await Promise.all([forward(again), forward(again), forward(again)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await requests('outboundRequested')).toHaveLength(2)
    expect((await messages()).filter((row) => row['ticket_id'] === other)).toHaveLength(1)
  })

  it('is refused as a whole when one recipient cannot get it', async () => {
    const { id } = await written()
    const closed = await ticket(desk, { status: 'closed', queueId: null })
    const bodies = [
      { ticketIds: [await opened('Caio'), closed] },
      { ticketIds: [], contactIds: [] },
      { ticketIds: [1, 2, 3], contactIds: [4, 5, 6] },
      { ticketIds: [await opened('Davi')], contactIds: [999_999] },
    ]
    const codes = []
    for (const body of bodies) codes.push((await forward({ messageIds: [id], ...body })).body['error'])
    expect(codes).toEqual(['ERR_NO_PERMISSION', 'ERR_VALIDATION', 'ERR_VALIDATION', 'ERR_NO_CONTACT_FOUND'])
    expect(await outbox(desk)).toEqual([])
  })

  it('of what is deleted, a call, or seen once is refused; of a file that is gone too', async () => {
    const deleted = await sent((await written()).ticketId)
    await call(ana, 'DELETE', `/messages/${deleted.id}`)
    const once = await written({ waId: 'C5', marks: ['viewOnce'] })
    const missed = await written({ waId: 'C6', kind: 'call_log', body: 'voice' })
    const gone = await written({
      waId: 'C7',
      kind: 'image',
      media: {
        key: 'companies/7/gone.png',
        name: 'a',
        mimeType: 'image/png',
        sizeBytes: 1,
        width: 0,
        height: 0,
        durationSeconds: 0,
      },
    })
    const to = await opened('Caio')
    const codes = []
    for (const { id } of [deleted, once, missed, gone])
      codes.push((await forward({ messageIds: [id], ticketIds: [to] })).body['error'])
    expect(codes).toEqual([
      'ERR_FETCH_WAPP_MSG',
      'ERR_FETCH_WAPP_MSG',
      'ERR_FETCH_WAPP_MSG',
      'ERR_NO_MEDIA_FOUND',
    ])
  })

  it('knows no message, ticket or contact of another company', async () => {
    const { id } = await written()
    await connection(desk, 2, { company: FOREIGN, isDefault: true })
    const contactId = await contactRow(desk, 'Alheia', FOREIGN)
    const theirs = await ticket(desk, {
      company: FOREIGN,
      contactId,
      connectionId: 2,
      status: 'open',
      userId: 9,
    })
    expect((await forward({ messageIds: [id], ticketIds: [theirs] }, stranger)).body['error']).toBe(
      'ERR_NO_MESSAGE_FOUND',
    )
    expect((await forward({ messageIds: [id], ticketIds: [theirs] })).body['error']).toBe(
      'ERR_NO_TICKET_FOUND',
    )
    expect((await forward({ messageIds: [id], contactIds: [contactId] })).body['error']).toBe(
      'ERR_NO_CONTACT_FOUND',
    )
  })
})

describe('deleting for everyone', () => {
  const revoke = (id: unknown, session: Session = ana) => call(session, 'DELETE', `/messages/${String(id)}`)

  it('asks the gateway, hides text and name, and shows the list what was before', async () => {
    const { ticketId } = await written()
    const gone = await sent(ticketId, 'some daqui')
    const answer = await revoke(gone.id)
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ isDeleted: true, body: '', senderName: '' }),
    ])
    expect((await outbox(desk)).map(({ type }) => type)).toEqual([
      'messageChanged',
      'ticketChanged',
      'outboundRevokeRequested',
    ])
    expect(await tickets()).toMatchObject([{ last_message: 'chegou?' }])
    expect((await revoke(gone.id)).status).toBe(200)
    expect(await outbox(desk, 'outboundRevokeRequested')).toHaveLength(1)
  })

  it('takes back what was typed on the phone by its name on the network', async () => {
    const { id } = await written({ waId: 'P1', fromMe: true, body: 'do celular' })
    expect(await rows('SELECT source FROM tickets.messages')).toEqual([{ source: 'phone' }])
    expect(await revoke(id)).toMatchObject({ status: 200, body: { isDeleted: true, body: '' } })
    expect(await requests('outboundRevokeRequested')).toEqual([
      { messageId: id, connectionId: 1, waId: 'P1', remoteJid: phoneJid(NUMBER), fromMe: true },
    ])
  })

  it('is for what our own number wrote only', async () => {
    const { id } = await written()
    expect((await revoke(id)).body['error']).toBe('ERR_DELETE_WAPP_MSG')
  })

  it('finds no message of another company', async () => {
    const mine = await sent((await written()).ticketId)
    const theirs = await revoke(mine.id, stranger)
    const unknown = await revoke('019a0000-0000-4000-8000-00000000000e', stranger)
    expect([theirs.status, theirs.body['error']]).toEqual([unknown.status, unknown.body['error']])
    expect(theirs.body['error']).toBe('ERR_NO_MESSAGE_FOUND')
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

describe('a number whose network has text alone', () => {
  const all = { ...capabilities.simulated }
  beforeEach(async () => {
    Object.assign(capabilities.simulated, {
      edits: false,
      deletes: false,
      reacts: false,
      showsTyping: false,
      sends: ['chat'],
    })
    await rows(`UPDATE tickets.connections SET rules = rules || '{"provider": "simulated"}'`)
  })
  afterEach(() => Object.assign(capabilities.simulated, all))

  it('is asked for nothing else, and the agent is told', async () => {
    desk.settings['sendTyping'] = 'enabled'
    const { id, ticketId } = await written()
    const message = await sent(ticketId)
    const contactIds = [(await rows('SELECT contact_id FROM tickets.tickets'))[0]?.['contact_id']]
    const refused = [
      await edit(message.id, 'outro'),
      await react(id, '👍'),
      await call(ana, 'DELETE', `/messages/${message.id}`),
      await call(ana, 'POST', `/messages/${ticketId}`, { body: '', contactIds }),
    ]
    expect(refused.map(({ status, body }) => [status, body['error']])).toEqual(
      refused.map(() => [400, 'ERR_WAPP_NOT_OFFERED']),
    )
    expect((await call(ana, 'POST', `/messages/${ticketId}/typing`, { isTyping: true })).status).toBe(204)
    expect(await outbox(desk)).toEqual([])
  })

  it('lets what never left be deleted here', async () => {
    const message = await sent((await written()).ticketId)
    await rows('UPDATE tickets.messages SET ack = -1 WHERE id = $1', [message.id])
    const answer = await call(ana, 'DELETE', `/messages/${message.id}`)
    expect(answer).toMatchObject({ status: 200, body: { isDeleted: true } })
  })
})
