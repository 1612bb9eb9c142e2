import type { MessageEvent, MessagesPage, TicketView } from '@balcao/contracts'
import { waitFor, type TestDesk } from '@balcao/testkit'

import { recordStatements } from './support/round-trips'
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

/*
 * Jobs are off: on a slow machine they look for work as often as messages come.
 * What one message costs from the phone's call to an agent's socket: phone, gateway, tickets with its look for messages of campaigns,
 * realtime, and the look whether the number is in a campaign. What is sent less often than once a message (jobs, leases, the relays' reads and marks) is not
 * counted. A higher number needs a reason; a lower one belongs here.
 */
const MOST = { statements: 37, roundTrips: 12 }

describe('a further message of a customer', () => {
  let quiet: TestDesk

  beforeAll(async () => {
    await desk.stop()
    quiet = await startDesk({ staff: { ana: { queues: ['Vendas'], allTicket: true } }, hasJobs: false })
  })

  it(`takes at most ${MOST.roundTrips} round trips to Postgres`, async () => {
    const MESSAGES = 40
    const ana = await quiet.agent('ana')
    const phone = await quiet.phone('5511999990002', 'Iara')
    // A statement is prepared at its third use.
    for (let n = 0; n < 4; n += 1) await phone.says(`antes ${n}`)
    await quiet.settle()
    ana.forget()
    const log = recordStatements()
    for (let n = 0; n < MESSAGES; n += 1) {
      await phone.says(`mensagem ${n}`)
      await waitFor(() => ana.heard('appMessage').length > n)
    }
    log.stop()
    const { statements, roundTrips, texts } = log.countPer(MESSAGES)
    const isMore = statements > MOST.statements || roundTrips > MOST.roundTrips
    if (isMore) throw new Error(`${statements} statements, ${roundTrips} round trips:\n${texts.join('\n')}`)
    expect(roundTrips).toBeGreaterThan(0)
  })
})
