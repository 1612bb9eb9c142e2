import { arrive, call, ana, colleague, desk, rows, stranger, tickets, useMessageDesk } from './message-desk'
import { clearOutbox, codeOf, outbox, received } from './support'

useMessageDesk()

const BSUID = 'BR.1349120865'
const JID = `${BSUID}@bsuid`
const [HIDDEN, SHOWN] = [{ number: '', lid: '', bsuid: BSUID, name: 'Bia' }, '5511955550101']

const isLinkedBy = (provider: string) =>
  rows('UPDATE tickets.connections SET rules = rules || jsonb_build_object($1::text, $2::text)', [
    'provider',
    provider,
  ])

/* On a connection of the official API, where Ana has the ticket. */
async function opened(contact = HIDDEN) {
  await isLinkedBy('cloud')
  await arrive(
    received(desk, { remoteJid: contact.number ? `${contact.number}@s.whatsapp.net` : JID, contact }),
  )
  const [ticket] = await tickets()
  await call(ana, 'PUT', `/tickets/${ticket?.['id']}`, { status: 'open', userId: ana.userId })
  await clearOutbox(desk)
  return Number(ticket?.['id'])
}
const asks = (id: number, as = ana) => call(as, 'POST', `/messages/${id}/ask-number`)
const requests = async () =>
  (await outbox(desk, 'outboundRequested')).map(({ body }) => body['outboundRequested'])

describe('a customer who hides the number', () => {
  it('is asked for it by a message with a button, in the words of the company', async () => {
    const id = await opened()
    const answer = await asks(id)
    expect(answer).toMatchObject({ status: 200, body: { fromMe: true, mediaType: 'chat' } })
    expect(answer.body['body']).toMatch(/compartilhar o seu número/)
    expect(await requests()).toMatchObject([{ remoteJid: JID, asksNumber: true, kind: 'chat' }])
  })

  it('is one contact with the number once it is shared', async () => {
    const id = await opened()
    await arrive(received(desk, { number: SHOWN, name: 'Bia Prado', body: 'pelo número' }))
    await asks(id)
    const card = { kind: 'vcard', body: '', vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia\nEND:VCARD' }
    await arrive(received(desk, { ...card, remoteJid: JID, contact: { ...HIDDEN, number: SHOWN } }))
    expect(await rows('SELECT number FROM tickets.contacts')).toEqual([{ number: SHOWN }])
    expect(await rows('SELECT 1 FROM tickets.contact_merges')).toHaveLength(1)
    expect(codeOf(await asks(id))).toEqual([409, 'ERR_SENDING_WAPP_MSG'])
  })

  it.each([
    [
      'the number is known',
      async () => asks(await opened({ ...HIDDEN, number: SHOWN })),
      'ERR_SENDING_WAPP_MSG',
    ],
    [
      'the connection has no such button',
      async () => {
        const id = await opened()
        await isLinkedBy('beta')
        return asks(id)
      },
      'ERR_WAPP_NOT_OFFERED',
    ],
    [
      'the ticket waits',
      async () => {
        const id = await opened()
        await rows(`UPDATE tickets.tickets SET status = 'pending', user_id = NULL`)
        return asks(id)
      },
      'ERR_SENDING_WAPP_MSG',
    ],
    ['it is a colleague’s ticket', async () => asks(await opened(), colleague), 'ERR_NO_PERMISSION'],
    ['it is another company’s', async () => asks(await opened(), stranger), 'ERR_NO_TICKET_FOUND'],
  ])('is not asked when %s', async (_name, ask, code) => {
    expect((await ask()).body['error']).toBe(code)
    expect(await requests()).toEqual([])
  })
})
