import type {
  CampaignView,
  ConnectionView,
  MessagesPage,
  MessageView,
  SimulatorChatMessage,
  TicketView,
} from '@balcao/contracts'
import { waitFor, type SimulatedPhone, type TestAgent, type TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

/* The life of a message, from the phone to the screen and back. */

const NUMBER = '5511999990000'

let desk: TestDesk
let ana: TestAgent
let phone: SimulatedPhone
let connection: number
let ticket: TicketView

beforeAll(async () => {
  desk = await startDesk({ staff: { ana: { queues: ['Vendas'], allTicket: true } } })
  ana = await desk.agent('ana')
  phone = await desk.phone(NUMBER, 'Helena')
  await phone.says({ id: 'IN1', body: 'chegou?' })
  await desk.settle()
  const { body } = await ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
  ticket = body.tickets[0]!
  await ana.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.userId })
  const { body: lines } = await ana.call<ConnectionView[]>('GET', '/whatsapp')
  connection = lines[0]!.id
})

const page = async (): Promise<MessageView[]> => {
  await desk.settle()
  return (await ana.call<MessagesPage>('GET', `/messages/${ticket.id}`)).body.messages
}
const onPhone = async (id: string) => {
  await desk.settle()
  const path = `/simulator/messages?connection=${connection}&number=${NUMBER}`
  return (await ana.call<SimulatorChatMessage[]>('GET', path)).body.find((message) => message.id === id)
}
const puts = (id: string, emoji: string) =>
  ana.call('POST', '/simulator/react', { connection, number: NUMBER, id, emoji })

it('shows emojis of both sides on both sides', async () => {
  const [theirs] = await page()
  await ana.call('POST', `/messages/${theirs?.id}/reactions`, { emoji: '❤️' })
  expect(await onPhone('IN1')).toMatchObject({ reaction: '❤️' })
  await ana.call('POST', `/messages/${ticket.id}`, { body: 'sai hoje' })
  await desk.settle()
  const [out] = await phone.got()
  expect((await puts(out?.id ?? '', '👍')).status).toBe(202)
  expect((await page()).map(({ reactions }) => reactions)).toEqual([
    [{ emoji: '❤️', count: 1, mine: true, names: [] }],
    [{ emoji: '👍', count: 1, mine: false, names: [''] }],
  ])
})

it('replaces a text at the customer’s', async () => {
  const ours = (await page()).find(({ fromMe }) => fromMe)
  await ana.call('PUT', `/messages/${ours?.id}`, { body: 'sai amanhã' })
  const [out] = await phone.got()
  expect(await onPhone(out?.id ?? '')).toMatchObject({ body: 'sai amanhã', edited: true })
  expect((await page()).find(({ fromMe }) => fromMe)).toMatchObject({ body: 'sai amanhã', isEdited: true })
})

it('refuses a call, notes it, and says so to the caller once', async () => {
  const ring = { connection, number: NUMBER, id: 'CALL1', isVideo: true }
  for (const again of [ring, ring]) await ana.call('POST', '/simulator/calls', again)
  expect((await page()).slice(-2)).toMatchObject([
    { mediaType: 'call_log', fromMe: false },
    { mediaType: 'chat', fromMe: true, body: expect.stringContaining('chamadas de voz e vídeo') },
  ])
  expect(await phone.got()).toHaveLength(2)
})

it('carries a campaign to phones, one message each, and tells how far it is', async () => {
  const admin = await desk.agent('admin')
  const make = async (path: string, body: object) =>
    (await admin.call<{ id: number }>('POST', path, body)).body.id
  await admin.call('POST', '/campaign-settings', {
    settings: { messageInterval: 0, longerIntervalAfter: 0, allowedHours: null },
  })
  const contactListId = await make('/contact-lists', { name: 'Clientes' })
  const numbers = ['5511999990101', '5511999990102']
  for (const number of numbers)
    await make('/contact-list-items', { name: `Cliente ${number.slice(-1)}`, number, contactListId })
  const id = await make('/campaigns', {
    name: 'Natal',
    message1: 'Oi {nome}',
    contactListId,
    whatsappId: connection,
    scheduledAt: new Date().toISOString(),
  })
  const read = async () => (await admin.call<CampaignView>('GET', `/campaigns/${id}`)).body
  await waitFor(async () => (await read()).status === 'FINALIZADA')
  expect((await read()).report).toMatchObject({ valid: 2, delivered: 2, failed: 0 })
  for (const number of numbers) {
    const path = `/simulator/messages?connection=${connection}&number=${number}`
    const chat = (await admin.call<SimulatorChatMessage[]>('GET', path)).body
    expect(chat.map(({ body }) => body)).toEqual([`Oi Cliente ${number.slice(-1)}`])
  }
})

it('lets a campaign take a yes; what comes later is a conversation under all that was said', async () => {
  const admin = await desk.agent('admin')
  const make = async (path: string, body: object) =>
    (await admin.call<{ id: number }>('POST', path, body)).body.id
  const contactListId = await make('/contact-lists', { name: 'Perguntados' })
  const number = '5511999990201'
  const asked = await desk.phone(number, 'Bia')
  await make('/contact-list-items', { name: 'Bia', number, contactListId })
  const id = await make('/campaigns', {
    name: 'Oferta',
    confirmation: true,
    confirmationMessage1: 'Posso enviar?',
    message1: 'A oferta',
    contactListId,
    whatsappId: connection,
    scheduledAt: new Date().toISOString(),
  })
  await waitFor(async () => (await asked.got()).length === 1)
  await asked.says('Sim!')
  await waitFor(async () => (await asked.got()).length === 2)
  const read = async () => (await admin.call<CampaignView>('GET', `/campaigns/${id}`)).body
  await waitFor(async () => (await read()).status === 'FINALIZADA')
  expect(await read()).toMatchObject({
    report: { confirmationsRequested: 1, confirmed: 1, answered: 1, delivered: 1 },
    shipping: [{ answer: 'Sim!', state: 'delivered' }],
  })
  const find = async () => {
    await desk.settle()
    const path = '/tickets?status=pending&showAll=true&searchParam=Bia'
    return (await admin.call<{ tickets: TicketView[] }>('GET', path)).body.tickets
  }
  expect(await find()).toEqual([])
  await asked.says('Quanto custa?')
  const [opened] = await find()
  const { messages } = (await admin.call<MessagesPage>('GET', `/messages/${opened?.id}`)).body
  expect(messages.map(({ body, fromMe, marks }) => [body, fromMe, marks])).toEqual([
    ['Posso enviar?', true, ['campaign']],
    ['Sim!', false, []],
    ['A oferta', true, ['campaign']],
    ['Quanto custa?', false, []],
  ])
})

it('sends once whatever the same request is repeated with its key, by a program or by an agent', async () => {
  const admin = await desk.agent('admin')
  const made = await admin.call<{ key: string }>('POST', '/api-keys', {
    name: 'ERP',
    scopes: ['messages:write'],
  })
  const sent = async () => (await phone.got()).filter(({ body }) => body?.includes('uma vez')).length
  let expected = 0
  for (const bearer of [made.body.key, ana.token]) {
    const send = () =>
      fetch(`${desk.url}/messages/${ticket.id}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'idempotency-key': 'order-4711',
        },
        body: JSON.stringify({ body: 'uma vez' }),
      })
    const answers = await Promise.all([send(), send(), send()])
    const repeated = await send()
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
    expect(answers.map(({ status }) => status)).toContain(repeated.status)
    await desk.settle()
    expect(await sent()).toBe((expected += 1))
  }
})
