import { messageId } from '@balcao/contracts'
import { MINUTE, type Session } from '@balcao/kernel'
import {
  ACKS,
  ana,
  call,
  colleague,
  desk,
  lastChange,
  messages,
  react,
  requests,
  rows,
  sent,
  stranger,
  tickets,
  useMessageDesk,
  written,
} from './message-desk'
import { COMPANY, deliver, FOREIGN, outbox, outboundChanged, type Answer } from './support'

useMessageDesk()

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

it('keeps the age of an edit by the clock', async () => {
  const message = await sent((await written()).ticketId)
  await rows(`UPDATE tickets.messages SET created_at = $2 WHERE id = $1`, [
    message.id,
    new Date(desk.ports.clock.now().getTime() - 14 * MINUTE),
  ])
  expect((await edit(message.id, 'ainda dá')).status).toBe(200)
})
