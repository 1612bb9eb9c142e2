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

  it.each([
    ['a stranger', undefined],
    ['a contact without a ticket', 'Sem ticket'],
  ])('of %s opens a ticket that waits, with the text and a record', async (_name, known) => {
    if (known) await contactRow(desk, known, COMPANY, NUMBER)
    await rings()
    await rings()
    expect(await tickets()).toMatchObject([{ status: 'pending', user_id: null, queue_id: vendas }])
    expect(await rows('SELECT number FROM tickets.contacts WHERE company_id = $1', [COMPANY])).toEqual([
      { number: NUMBER },
    ])
    expect((await messages()).map((row) => [row['kind'], row['from_me'], row['preview']])).toEqual([
      ['call_log', false, ''],
      ['chat', true, CALLS_REFUSED],
    ])
    expect(await requests('outboundRequested')).toMatchObject([{ number: NUMBER, body: CALLS_REFUSED }])
  })

  it('again within an hour is recorded and not answered again', async () => {
    for (const [index, minutes] of [0, 1, 58, 61].entries()) {
      desk.ports.clock.advance((minutes - (index === 0 ? 0 : ([0, 1, 58][index - 1] ?? 0))) * 60_000)
      await rings({ waId: `CALL${index}`, sentAt: desk.ports.clock.now() })
    }
    const kinds = (await messages()).map((row) => row['kind'])
    expect(kinds.filter((kind) => kind === 'call_log')).toHaveLength(4)
    expect(await outbox(desk, 'outboundRequested')).toHaveLength(1)
    desk.ports.clock.advance(61 * 60_000)
    await rings({ waId: 'CALL9', sentAt: desk.ports.clock.now() })
    expect(await outbox(desk, 'outboundRequested')).toHaveLength(2)
  })

  it('of many strangers at once opens thirty tickets', async () => {
    for (let index = 10; index < 45; index += 1)
      await rings({
        number: `55119333300${index}`,
        remoteJid: phoneJid(`55119333300${index}`),
        waId: `S${index}`,
      })
    expect(await tickets()).toHaveLength(30)
    await arrive(received(desk, { number: '5511933330045', waId: 'M1' }))
    expect(await tickets()).toHaveLength(31)
  })

  it('of a stranger that we made, of a group, or that the network only logs opens nothing', async () => {
    await rings({ fromMe: true })
    await rings({ isGroup: true, remoteJid: '1203@g.us', waId: 'CALL2' })
    await rings({ body: 'Chamada de voz perdida', waId: 'CALL3' })
    expect([await tickets(), await messages(), await outbox(desk)]).toEqual([[], [], []])
  })

  it('is left to the phone when the company takes calls', async () => {
    await written()
    desk.settings['call'] = 'enabled'
    await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
    await rings()
    expect([await messages(), await outbox(desk)]).toEqual([[expect.anything()], []])
  })

  describe('of a network without a phone of ours', () => {
    // Callers of the tests before this count for ten minutes.
    beforeEach(() => desk.ports.clock.advance(11 * 60_000))

    const missed = () => rings({ body: 'missed', waId: 'CALL1:missed' })
    const takesCalls = async () => {
      desk.settings['call'] = 'enabled'
      await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
    }

    it('is recorded once when it was missed, in a ticket that waits, and answered with nothing', async () => {
      await takesCalls()
      await rings()
      await missed()
      await missed()
      expect(await tickets()).toMatchObject([{ status: 'pending', queue_id: vendas }])
      expect((await messages()).map((row) => [row['kind'], row['wa_id']])).toEqual([
        ['call_log', 'CALL1:missed'],
      ])
      expect(await outbox(desk, 'outboundRequested')).toEqual([])
    })

    it('is recorded when it rings, and not again, by who refuses calls', async () => {
      await rings()
      await missed()
      expect((await messages()).map((row) => row['kind'])).toEqual(['call_log', 'chat'])
    })

    it.each(['enabled', 'disabled'])('tells that the customer may be called: calls are %s', async (value) => {
      await written()
      desk.settings['call'] = value
      await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
      await rings({ body: 'permission', waId: 'P1' })
      expect((await messages()).map((row) => row['kind'])).toEqual(['chat', 'call_log'])
      expect(await outbox(desk, 'outboundRequested')).toEqual([])
    })
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
