import type { MessageView } from '@balcao/contracts'

import { ACKS, ana, call, desk, happens, sent, useMessageDesk, written } from './message-desk'
import { clearOutbox, COMPANY, deliver, FOREIGN, outbox } from './support'

useMessageDesk()

const PAGE = Buffer.from('a page').toString('base64')

/* A PDF that Ana sends. */
async function sentPdf(): Promise<MessageView> {
  const { ticketId } = await written()
  const form = new FormData()
  form.append('medias', new Blob([Buffer.from('%PDF-1.7 x')]), 'pedido.pdf')
  const answer = await call(ana, 'POST', `/messages/${ticketId}`, form)
  await clearOutbox(desk)
  return (answer.body['messages'] as MessageView[])[0] as MessageView
}

const drawn = (messageId: string, thumbnail = PAGE, company = COMPANY) =>
  happens('outboundPageDrawn', { messageId, thumbnail }, company)
const tell = (event: ReturnType<typeof drawn>) => deliver(desk, ACKS, event)
const read = async ({ id, ticketId }: MessageView) =>
  ((await call(ana, 'GET', `/messages/${ticketId}`)).body['messages'] as MessageView[]).find(
    (message) => message.id === id,
  )

describe('the first page of a file that we send', () => {
  it('is shown once it is drawn, and told once', async () => {
    const message = await sentPdf()
    expect(message.media).toMatchObject({ name: 'pedido.pdf', thumbnail: null })
    const event = drawn(message.id)
    await tell(event)
    await tell(event)
    const after = await read(message)
    expect(after).toMatchObject({ body: message.body, ack: message.ack, seq: message.seq })
    expect(after?.media).toEqual({
      ...message.media,
      thumbnail: `data:image/jpeg;base64,${PAGE}`,
    })
    const told = await outbox(desk, 'messageChanged')
    expect(told.map(({ body }) => body['messageChanged']?.['message'])).toMatchObject([
      { id: message.id, media: { name: 'pedido.pdf', thumbnail: PAGE } },
    ])
  })

  it('stays the one that was there', async () => {
    const message = await sentPdf()
    await tell(drawn(message.id))
    await tell(drawn(message.id, Buffer.from('another').toString('base64')))
    expect((await read(message))?.media?.thumbnail).toContain(PAGE)
  })

  it('is not put on a message of another company, without a file, or deleted', async () => {
    const message = await sentPdf()
    await tell(drawn(message.id, PAGE, FOREIGN))
    expect((await read(message))?.media?.thumbnail).toBeNull()
    const text = await sent(message.ticketId)
    await tell(drawn(text.id))
    expect((await read(text))?.media).toBeNull()
    await call(ana, 'DELETE', `/messages/${message.id}`)
    await clearOutbox(desk)
    await tell(drawn(message.id))
    expect(await read(message)).toMatchObject({ isDeleted: true, media: null })
    expect(await outbox(desk, 'messageChanged')).toEqual([])
  })
})
