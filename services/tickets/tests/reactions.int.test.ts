import { type MessageView } from '@balcao/contracts'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  ACKS,
  ana,
  arrive,
  call,
  colleague,
  desk,
  lastChange,
  messages,
  NUMBER,
  react,
  reacted,
  requests,
  rows,
  sent,
  stranger,
  tickets,
  useMessageDesk,
  written,
} from './message-desk'
import { deliver, FOREIGN, outbox, phoneJid } from './support'

useMessageDesk()

describe('a reaction under the path of other clients', () => {
  it.each([
    ['type', { type: '👍' }],
    ['emoji, with the ticket', { emoji: '👍', ticketId: 1 }],
  ])('comes as %s, and is taken back by none', async (_name, body) => {
    const { ticketId } = await written()
    const message = await sent(ticketId)
    const path = `/messages/react/${message.id}`
    const shown = async (given: object) => (await call(ana, 'POST', path, given)).body['reactions']
    expect(await shown(body)).toEqual([{ emoji: '👍', count: 1, mine: true, names: [] }])
    expect(await shown({ type: '' })).toEqual([])
  })

  it('needs one emoji, of a message that the company has', async () => {
    const { ticketId } = await written()
    const path = `/messages/react/${(await sent(ticketId)).id}`
    for (const body of [{}, { type: 'x' }, { type: '👍👍' }])
      expect(await call(ana, 'POST', path, body)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
    expect((await call(stranger, 'POST', path, { type: '👍' })).status).toBe(404)
  })
})

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

  it('finds a message that the gateway has no record of, under another name of its chat and whoever wrote it', async () => {
    const { ticketId } = await written()
    await sent(ticketId)
    const chat = { remoteJid: '99@lid', otherJids: [phoneJid(NUMBER)] }
    await arrive(reacted(chat))
    expect((await messages())[0]).toMatchObject({ reactions: [{ emoji: '👍' }] })
    await arrive(reacted({ ...chat, waId: 'W1', emoji: '😂' }))
    expect((await messages())[1]).toMatchObject({ reactions: [] })
    await arrive(reacted({ ...chat, waId: 'W1', emoji: '😂', isWriterUnknown: true }))
    expect((await messages())[1]).toMatchObject({ reactions: [{ emoji: '😂' }] })
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
    await arrive(reacted({ waId: 'UNKNOWN' }))
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
