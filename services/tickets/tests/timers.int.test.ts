import { MINUTE, SECOND, type Session } from '@balcao/kernel'

import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  callsTo,
  clearOutbox,
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  outbox,
  person,
  queue,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

let desk: Rig
let call: Call
let ana: Session
let vendas: number
let suporte: number

const rows = (text: string, values: unknown[] = []) => desk.pg.sql<Record<string, unknown>>(text, values)
const tickets = () => rows('SELECT * FROM tickets.tickets ORDER BY id')
const findId = async () => Number((await tickets())[0]?.['id'])
const write = (body: string, fields: Parameters<typeof received>[1] = {}) =>
  deliver(desk, INBOUND_GROUP, received(desk, { body, ...fields }))
const put = async (patch: object) => call(ana, 'PUT', `/tickets/${await findId()}`, patch)
const answer = async (body: string) => call(ana, 'POST', `/messages/${await findId()}`, { body })

async function said(): Promise<unknown[]> {
  const sent = await outbox(desk, 'outboundRequested')
  await clearOutbox(desk)
  return sent.map(({ body }) => body['outboundRequested']?.['body'])
}

async function setRules(rules: Record<string, unknown>, company = COMPANY): Promise<void> {
  await rows('UPDATE tickets.connections SET rules = rules || $2 WHERE company_id = $1', [
    company,
    JSON.stringify(rules),
  ])
}

async function setSetting(key: string, value: string): Promise<void> {
  desk.settings[key] = value
  await desk.ports.cache.delete(`tickets:${COMPANY}:settings`)
}

/* Two processes whose leases overlap. */
async function run(name: string, afterMs: number): Promise<void> {
  desk.ports.clock.advance(afterMs)
  const job = desk.service.jobs?.find((one) => one.name === name)
  if (!job) throw new Error('there is no such job')
  const runOnce = () => job.run(new AbortController().signal)
  await Promise.all([runOnce(), runOnce()])
}

/* As the job that rests is asked, with times as of 15:30. */
const findNextDue = (name: string, before: string) =>
  desk.service.jobs
    ?.find((one) => one.name === name)
    ?.findNextDue?.(new Date(`2030-11-22T${before}Z`))
    .then((dueAt) => dueAt?.toISOString().slice(11, 19))

const ring = (afterMinutes: number) => run('tickets.timers', afterMinutes * MINUTE)

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  vendas = await queue(desk, 'Vendas')
  suporte = await queue(desk, 'Suporte')
  ana = await person(desk, { id: 2, name: 'Ana', queueIds: [vendas, suporte], allTicket: true })
})

beforeEach(async () => {
  await desk.pg.empty(
    'tickets.contacts',
    'tickets.contact_merges',
    'tickets.connections',
    'tickets.message_documents',
    'tickets.inbox',
    'tickets.outbox',
  )
  await connection(desk, 1, { isDefault: true, queueIds: [vendas, suporte] })
  for (const key of Object.keys(desk.settings)) delete desk.settings[key]
  await setSetting('CheckMsgIsGroup', 'disabled')
  desk.ports.clock.set(new Date('2030-11-22T15:30:00Z'))
})

describe('a ticket without a queue', () => {
  beforeEach(async () => {
    await setRules({ timeToTransfer: 10, transferQueueId: suporte, greetingMessage: 'Olá' })
    await write('oi')
    await said()
  })

  it('goes to the queue of its connection when it waited long enough, once', async () => {
    await ring(9)
    expect(await tickets()).toMatchObject([{ queue_id: null }])
    // What the customer writes meanwhile does not begin the wait anew.
    await write('alô?')
    await clearOutbox(desk)
    await ring(1)
    expect(await tickets()).toMatchObject([{ status: 'pending', queue_id: suporte, chatbot: false }])
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(1)
    await ring(60)
    expect(await outbox(desk, 'ticketChanged')).toHaveLength(1)
    expect(await rows('SELECT queue_id FROM tickets.ticket_trackings')).toEqual([{ queue_id: suporte }])
  })

  it('has a time at which it goes', async () => {
    expect(await findNextDue('tickets.timers', '15:39:59')).toBeUndefined()
    expect(await findNextDue('tickets.timers', '15:41:00')).toBe('15:40:00')
    await setRules({ timeToTransfer: 0 })
    expect(await findNextDue('tickets.timers', '15:41:00')).toBeUndefined()
  })

  it('is told where transfers are told', async () => {
    await setSetting('sendMsgTransfTicket', 'enabled')
    await ring(10)
    expect(await said()).toEqual([expect.stringContaining('*Suporte*')])
  })

  it('stays when the customer or an agent was faster', async () => {
    await write('1')
    await ring(20)
    expect(await tickets()).toMatchObject([{ queue_id: vendas }])
  })

  it("of another company goes by that company's rules", async () => {
    await connection(desk, 1, { company: FOREIGN })
    await setRules({ timeToTransfer: 5, transferQueueId: vendas }, FOREIGN)
    await write('oi', { company: FOREIGN })
    await ring(6)
    expect(await rows('SELECT company_id, queue_id FROM tickets.tickets ORDER BY company_id')).toEqual([
      { company_id: COMPANY, queue_id: null },
      // That queue is not its own.
      { company_id: FOREIGN, queue_id: null },
    ])
    const alheia = await queue(desk, 'Alheia', FOREIGN)
    await setRules({ transferQueueId: alheia }, FOREIGN)
    await ring(0)
    expect(await rows('SELECT company_id, queue_id FROM tickets.tickets ORDER BY company_id')).toEqual([
      { company_id: COMPANY, queue_id: null },
      { company_id: FOREIGN, queue_id: alheia },
    ])
  })
})

describe('an idle ticket', () => {
  beforeEach(async () => {
    await setRules({
      expiresTicket: 30,
      expiresInactiveMessage: 'Encerrado, {{firstName}}',
      completionMessage: 'Tchau',
    })
    await setSetting('userRating', 'enabled')
    await write('oi')
    await put({ status: 'open' })
    await said()
  })

  it('is closed with its text, once, and without a rating', async () => {
    await answer('Em que posso ajudar?')
    await said()
    await ring(29)
    expect(await tickets()).toMatchObject([{ status: 'open' }])
    await ring(1)
    expect(await said()).toEqual(['Encerrado, Joana'])
    expect(await tickets()).toMatchObject([{ status: 'closed', user_id: 2, rating_at: null }])
    await ring(60)
    expect(await said()).toEqual([])
    expect(await rows('SELECT finished_at FROM tickets.ticket_trackings')).toMatchObject([
      { finished_at: new Date('2030-11-22T16:00:00Z') },
    ])
  })

  it('stays open while the customer waits for the agent', async () => {
    await ring(31)
    expect(await tickets()).toMatchObject([{ status: 'open' }])
    await answer('Em que posso ajudar?')
    await write('no meu pedido')
    await ring(31)
    expect(await tickets()).toMatchObject([{ status: 'open' }])
  })

  it('has a time at which it is closed', async () => {
    expect(await findNextDue('tickets.timers', '16:00:01')).toBeUndefined()
    await answer('Pois não?')
    expect(await findNextDue('tickets.timers', '15:59:59')).toBeUndefined()
    expect(await findNextDue('tickets.timers', '16:00:01')).toBe('16:00:00')
  })

  it('that only the bot answered stays open', async () => {
    await put({ status: 'pending', userId: null })
    await setSetting('sendGreetingAccepted', 'enabled')
    await put({ status: 'open' })
    await ring(31)
    expect(await tickets()).toMatchObject([{ status: 'open' }])
  })

  it('of a group stays open', async () => {
    await answer('Em que posso ajudar?')
    await rows('UPDATE tickets.tickets SET is_group = true')
    await ring(31)
    expect(await tickets()).toMatchObject([{ status: 'open' }])
  })
})

describe('a rating that does not come', () => {
  beforeEach(async () => {
    await setRules({ completionMessage: 'Tchau' })
    await setSetting('userRating', 'enabled')
    await write('oi')
    await put({ status: 'open' })
    await put({ status: 'closed' })
    await said()
  })

  it('ends with the completion message, once', async () => {
    await ring(29)
    expect(await said()).toEqual([])
    await ring(1)
    expect(await said()).toEqual(['Tchau'])
    expect(await tickets()).toMatchObject([{ status: 'closed', rating_at: null }])
    await ring(1)
    expect(await said()).toEqual([])
  })

  it('is looked for all the time', async () => {
    expect(await findNextDue('tickets.timers', '15:30:01')).toBe('15:30:00')
  })

  it('says nothing into the next conversation', async () => {
    await setSetting('timeCreateNewTicket', '0')
    desk.ports.clock.advance(MINUTE)
    await write('outra coisa')
    await said()
    await ring(30)
    expect(await said()).toEqual([])
    expect(await tickets()).toMatchObject([{ rating_at: null }, { status: 'pending' }])
  })
})

describe('what a customer is told of a closing that may be undone', () => {
  const sendDue = (afterSeconds: number) => run('tickets.texts', afterSeconds * SECOND)
  const closeWithUndo = () => put({ status: 'closed', undoSeconds: 7 })

  beforeEach(async () => {
    await setRules({ completionMessage: 'Tchau', ratingMessage: 'Que nota?' })
    await write('oi')
    await put({ status: 'open' })
    await said()
  })

  it('leaves when the time is over, once', async () => {
    await closeWithUndo()
    await sendDue(6)
    expect(await said()).toEqual([])
    // Closing it again, here without a time, does not change that.
    await put({ status: 'closed' })
    expect(await said()).toEqual([])
    await sendDue(1)
    expect(await said()).toEqual(['Tchau'])
    expect(await tickets()).toMatchObject([{ status: 'closed', text_due_at: null }])
    await sendDue(60)
    expect(await said()).toEqual([])
  })

  it('has a time at which it leaves', async () => {
    await closeWithUndo()
    expect(await findNextDue('tickets.texts', '15:30:06')).toBeUndefined()
    expect(await findNextDue('tickets.texts', '15:31:00')).toBe('15:30:07')
  })

  it('does not leave once the closing is undone', async () => {
    await closeWithUndo()
    expect((await put({ status: 'open', userId: 2, expectedStatus: 'closed' })).status).toBe(200)
    await sendDue(60)
    expect(await said()).toEqual([])
    expect(await tickets()).toMatchObject([{ status: 'open', text_due_at: null }])
  })

  it('does not leave once the customer goes on, in this ticket or the next', async () => {
    await closeWithUndo()
    await write('3')
    expect(await tickets()).toMatchObject([{ status: 'pending', text_due_at: null }])
    await setSetting('timeCreateNewTicket', '0')
    await put({ status: 'closed', undoSeconds: 7 })
    desk.ports.clock.advance(SECOND)
    await write('outra coisa')
    await said()
    await sendDue(60)
    expect(await said()).toEqual([])
    expect(await tickets()).toMatchObject([{ text_due_at: null, rating_at: null }, { status: 'pending' }])
  })

  it('is nothing of a silent closing, and waits a minute at most', async () => {
    await put({ status: 'closed', justClose: true, undoSeconds: 7 })
    await sendDue(60)
    expect(await said()).toEqual([])
    expect((await put({ status: 'closed', undoSeconds: 61 })).status).toBe(400)
  })

  it('asks for a rating only then, which is taken from then on', async () => {
    await setSetting('userRating', 'enabled')
    await closeWithUndo()
    // The question did not leave: neither timer ends the waiting for its answer.
    await ring(40)
    expect(await said()).toEqual([])
    await sendDue(0)
    expect(await said()).toEqual([expect.stringMatching(/^Que nota\?/)])
    await write('3')
    expect(await said()).toEqual(['Tchau'])
    expect(await rows('SELECT rate FROM tickets.user_ratings')).toEqual([{ rate: 3 }])
  })

  it('is due for each company by itself', async () => {
    await connection(desk, 1, { company: FOREIGN })
    await setRules({ completionMessage: 'Adeus' }, FOREIGN)
    await write('oi', { company: FOREIGN })
    await rows(`UPDATE tickets.tickets SET status = 'closed', text_due_at = $2 WHERE company_id = $1`, [
      FOREIGN,
      new Date('2030-11-22T15:30:05Z'),
    ])
    await closeWithUndo()
    await said()
    await sendDue(5)
    expect(await said()).toEqual(['Adeus'])
    await sendDue(2)
    expect(await said()).toEqual(['Tchau'])
  })
})
