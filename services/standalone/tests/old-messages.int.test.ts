import type { ConnectionView, MessagesPage, MessageView, TicketView } from '@balcao/contracts'
import { decodeEvent, isCase } from '@balcao/contracts/wire'
import { DAY } from '@balcao/kernel'
import type { SimulatedPhone, TestAgent, TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

/* A conversation whose rows have left the gateway: what its users still see of it, and what an old event does. */

const NUMBER = '5511999990000'

let desk: TestDesk
let ana: TestAgent
let phone: SimulatedPhone
let connection: number
let ticket: TicketView
let sentId: string

const gatewayIds = async (table: string) =>
  (await desk.pg.sql<{ wa_id: string }>(`SELECT wa_id FROM messaging_gateway.${table}`)).map(
    ({ wa_id }) => wa_id,
  )
const page = async (): Promise<MessageView[]> => {
  await desk.settle()
  return (await ana.call<MessagesPage>('GET', `/messages/${ticket.id}`)).body.messages
}
const find = async (body: string) => (await page()).find((message) => message.body === body)
const simulate = async (path: string, body: object) => {
  expect((await ana.call('POST', `/simulator/${path}`, { connection, number: NUMBER, ...body })).status).toBe(
    202,
  )
}

beforeAll(async () => {
  desk = await startDesk({ staff: { ana: { queues: ['Vendas'], allTicket: true } } })
  ana = await desk.agent('ana')
  phone = await desk.phone(NUMBER, 'Helena')
  await ana.call('PUT', '/simulator/behaviour', { receipts: 'manual' })
  await phone.says({ id: 'IN1', body: 'chegou?' })
  await desk.settle()
  const { body } = await ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
  ticket = body.tickets[0]!
  await ana.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.userId })
  connection = (await ana.call<ConnectionView[]>('GET', '/whatsapp')).body[0]!.id
  await ana.call('POST', `/messages/${ticket.id}`, { body: 'sai hoje' })
  await desk.settle()
  sentId = (await phone.got()).find((message) => message.body === 'sai hoje')!.id
  await desk.pg.sql(`UPDATE messaging_gateway.outbound SET created_at = created_at - interval '41 days',
    updated_at = updated_at - interval '41 days', sending_at = sending_at - interval '41 days'`)
  await desk.pg
    .sql(`UPDATE messaging_gateway.inbound_messages SET recorded_at = recorded_at - interval '31 days',
    sent_at = sent_at - interval '31 days'`)
  await phone.says({ id: 'IN2', body: 'e agora?' })
  await ana.call('POST', `/messages/${ticket.id}`, { body: 'ainda hoje' })
  await desk.settle()
  await desk.runJobs()
  expect(await gatewayIds('inbound_messages')).toEqual(['IN2'])
  expect(await gatewayIds('outbound')).not.toContain(sentId)
})

it('shows that the customer read a message', async () => {
  expect(await find('sai hoje')).toMatchObject({ ack: 1 })
  await ana.call('POST', '/simulator/receipts', { connection, ids: [sentId], ack: 3 })
  expect(await find('sai hoje')).toMatchObject({ ack: 3 })
})

it('shows emojis of both sides on both sides', async () => {
  await simulate('react', { id: sentId, emoji: '👍' })
  expect((await find('sai hoje'))?.reactions).toMatchObject([{ emoji: '👍', mine: false }])
  const theirs = await find('chegou?')
  await ana.call('POST', `/messages/${theirs?.id}/reactions`, { emoji: '❤️' })
  expect((await find('chegou?'))?.reactions).toMatchObject([{ emoji: '❤️', mine: true }])
  const shown = await ana.call<{ id: string; reaction?: string }[]>(
    'GET',
    `/simulator/messages?connection=${connection}&number=${NUMBER}`,
  )
  expect(shown.body.find(({ id }) => id === 'IN1')).toMatchObject({ reaction: '❤️' })
})

it('shows an edit of the customer', async () => {
  await simulate('revise', { id: 'IN1', body: 'chegou mesmo?' })
  expect(await find('chegou mesmo?')).toMatchObject({ isEdited: true, fromMe: false })
})

it('takes a quote of what was said', async () => {
  await phone.says({ id: 'IN3', body: 'sobre isso', quotedId: sentId })
  expect((await find('sobre isso'))?.quotedMsg).toMatchObject({ body: 'sai hoje' })
})

it('has one message, though the network brings it again', async () => {
  const before = (await page()).length
  await desk.pg.sql(`DELETE FROM simulator.messages WHERE id = 'IN1'`)
  await phone.says({ id: 'IN1', body: 'chegou?' })
  expect(await page()).toHaveLength(before)
  expect(await gatewayIds('inbound_messages')).toContain('IN1')
})

it('sends nothing again when its event comes again, and keeps what is known of it', async () => {
  const before = await phone.got()
  const rows = await desk.pg.sql<{ body: unknown }>('SELECT body FROM tickets.outbox ORDER BY seq')
  const event = rows
    .map(({ body }) => decodeEvent(body))
    .find((one) => one && isCase(one, 'outboundRequested') && one.body.value.body === 'sai hoje')
  if (!event) throw new Error('the request is not in the outbox')
  await desk.pg.sql('DELETE FROM messaging_gateway.inbox')
  const { db, events } = desk.portsOf('tickets')
  const again = { ...event, occurredAt: new Date(Date.now() - 31 * DAY) }
  await db.withTenant(event.companyId, (tx) => events.append(tx, [again]))
  await desk.settle()
  expect(await phone.got()).toEqual(before)
  expect(await find('sai hoje')).toMatchObject({ ack: 3 })
  const told = await desk.pg.sql<{ body: unknown }>('SELECT body FROM messaging_gateway.outbox')
  expect(
    told
      .map(({ body }) => decodeEvent(body))
      .filter(
        (one) => one && isCase(one, 'outboundChanged') && one.body.value.failure === 'ERR_WAPP_TOO_LATE',
      ),
  ).toHaveLength(1)
})
