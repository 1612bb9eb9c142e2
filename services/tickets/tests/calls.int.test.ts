import { DAY, type Session } from '@balcao/kernel'

import {
  ana,
  arrive,
  call,
  colleague,
  desk,
  messages,
  NUMBER,
  requests,
  rows,
  stranger,
  tickets,
  useMessageDesk,
  vendas,
  written,
} from './message-desk'
import { COMPANY, contactRow, outbox, phoneJid, received, ticket } from './support'

useMessageDesk()

const CALLS_REFUSED =
  '*Mensagem automática:*\n\nAs chamadas de voz e vídeo estão desabilitadas para esse WhatsApp, favor enviar uma mensagem de texto. Obrigado.'

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

  it('is answered in the language of the company', async () => {
    desk.settings['language'] = 'en'
    await written()
    await rings()
    expect(await requests('outboundRequested')).toMatchObject([
      {
        body: '*Automatic message:*\n\nThis WhatsApp takes no voice or video calls. Please send a text message. Thank you.',
      },
    ])
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
