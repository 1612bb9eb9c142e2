import type { MessageEvent, MessagesPage, TicketView } from '@balcao/contracts'
import type { TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

let desk: TestDesk

beforeAll(async () => {
  desk = await startDesk({
    staff: { ana: { queues: ['Vendas'], allTicket: true }, bruno: { queues: ['Suporte'] } },
  })
})

describe('a customer who writes', () => {
  it('is heard by the agents, is answered, and gets one answer', async () => {
    const ana = await desk.agent('ana')
    const phone = await desk.phone('5511999990000', 'Helena')
    await phone.says('oi')
    await desk.settle()
    expect(ana.heard<MessageEvent>('appMessage')).toMatchObject([
      { action: 'create', message: { body: 'oi', fromMe: false } },
    ])

    const { body } = await ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
    const [ticket] = body.tickets
    const accepted = await ana.call('PUT', `/tickets/${ticket?.id}`, {
      status: 'open',
      userId: ana.userId,
      expectedStatus: 'pending',
    })
    expect(accepted.status).toBe(200)
    expect((await ana.call('POST', `/messages/${ticket?.id}`, { body: 'bom dia' })).status).toBe(200)
    await desk.settle()
    expect(await phone.got()).toMatchObject([{ body: expect.stringContaining('bom dia'), sightings: 1 }])
    const page = await ana.call<MessagesPage>('GET', `/messages/${ticket?.id}`)
    expect(page.body.messages.map(({ fromMe, ack }) => [fromMe, ack > 0])).toEqual([
      [false, expect.any(Boolean)],
      [true, true],
    ])
  })

  it('reaches no user of another company or queue', async () => {
    const bruno = await desk.agent('bruno')
    const other = await desk.company('Outra', { bia: { allTicket: true } })
    const bia = await other.agent('bia')
    await (await desk.phone('5511999990001')).says('alguém aí?')
    await desk.settle()
    expect(bia.heard('appMessage')).toEqual([])
    expect(bruno.heard('appMessage')).toEqual([])
  })
})
