import type { CompanyId, MessageCostsView } from '@balcao/contracts'
import type { DeskEvent, MessagePriced } from '@balcao/contracts/wire'
import type { Session } from '@balcao/kernel'

import { PRICES_GROUP } from '../src/features/message-costs/record-message-price'
import { happens, messages, sent, useMessageDesk, vendas, written, ana, call, desk } from './message-desk'
import { COMPANY, codeOf, connection, deliver, FOREIGN, person } from './support'

useMessageDesk()

let admin: Session
let stranger: Session

beforeAll(async () => {
  admin = await person(desk, { id: 1, name: 'Sofia', profile: 'admin' })
  stranger = await person(desk, { id: 8, name: 'Alheia', profile: 'admin', company: FOREIGN })
})

beforeEach(() =>
  desk.pg.empty('tickets.message_prices', 'tickets.price_lists', 'tickets.message_budget_marks'),
)

const uuid = () => desk.ports.ids.next()

const priced = (fields: Partial<MessagePriced> = {}, company: CompanyId = COMPANY) =>
  happens(
    'messagePriced',
    {
      messageId: uuid(),
      connectionId: 1,
      campaignId: 0,
      targetId: '',
      callingCode: '55',
      category: 'service',
      isBillable: true,
      deliveredAt: new Date('2026-11-10T12:00:00Z'),
      ...fields,
    },
    company,
  )
const tell = (event: DeskEvent) => deliver(desk, PRICES_GROUP, event)
const read = async (
  by = 'category',
  session = admin,
  [from, to] = ['2026-11-01', '2026-11-30'],
): Promise<MessageCostsView> => {
  const answer = await call(
    session,
    'GET',
    `/dashboard/message-costs?initialDate=${from}&finalDate=${to}&by=${by}`,
  )
  expect(answer.status).toBe(200)
  return answer.body as unknown as MessageCostsView
}
const save = (body: object, session = admin) => call(session, 'PUT', '/message-prices', body)

describe('the price of a message', () => {
  it('is kept once, with its ticket, queue and agent', async () => {
    const { ticketId } = await written()
    const message = await sent(ticketId)
    const event = priced({ messageId: message.id })
    await tell(event)
    // The same event again, and Meta's repeat of it.
    await tell(event)
    await tell(priced({ messageId: message.id, category: 'marketing', isBillable: false }))
    const rows = await desk.pg.sql('SELECT * FROM tickets.message_prices')
    expect(rows).toMatchObject([
      {
        company_id: COMPANY,
        message_id: message.id,
        ticket_id: ticketId,
        queue_id: vendas,
        user_id: ana.userId,
        campaign_id: null,
        calling_code: '55',
        category: 'service',
        is_billable: true,
      },
    ])
    expect((await read()).totals).toEqual({ charged: 1, free: 0, unpriced: 1, costMicros: 0 })
  })

  it('of a reaction belongs to the ticket, and to nobody', async () => {
    const { id, ticketId } = await written()
    await tell(priced({ targetId: id }))
    expect(await desk.pg.sql('SELECT ticket_id, user_id FROM tickets.message_prices')).toEqual([
      { ticket_id: ticketId, user_id: null },
    ])
  })

  it('of a campaign has no ticket', async () => {
    await tell(priced({ campaignId: 31, category: 'marketing' }))
    const { groups } = await read('campaign')
    expect(groups).toMatchObject([{ key: '31', name: null, charged: 1 }])
  })

  it('stays when its message is gone', async () => {
    const { ticketId } = await written()
    const message = await sent(ticketId)
    await tell(priced({ messageId: message.id }))
    await desk.pg.empty('tickets.contacts')
    expect(await messages()).toEqual([])
    expect((await read('ticket')).groups).toMatchObject([{ key: String(ticketId), name: null, charged: 1 }])
  })
})

describe('the report of costs', () => {
  it("multiplies what is charged by the company's own prices, the market's first", async () => {
    await save({
      currency: 'USD',
      prices: [
        { category: 'utility', callingCode: '', micros: 6_800 },
        { category: 'utility', callingCode: '351', micros: 30_000 },
      ],
    })
    for (const callingCode of ['55', '55', '351']) await tell(priced({ callingCode, category: 'utility' }))
    await tell(priced({ category: 'utility', isBillable: false }))
    await tell(priced({ category: 'service' }))
    const { currency, totals, groups } = await read()
    expect(currency).toBe('USD')
    expect(totals).toEqual({ charged: 4, free: 1, unpriced: 1, costMicros: 43_600 })
    expect(groups).toEqual([
      { key: 'utility', name: null, charged: 3, free: 1, unpriced: 0, costMicros: 43_600 },
      { key: 'service', name: null, charged: 1, free: 0, unpriced: 1, costMicros: 0 },
    ])
  })

  it.each([
    ['market', '55', null],
    ['connection', '1', 'connection 1'],
    ['agent', '2', 'Ana'],
    ['queue', undefined, 'Vendas'],
    ['ticket', undefined, 'Joana'],
  ])('is by %s', async (by, key, name) => {
    const { ticketId } = await written()
    await tell(priced({ messageId: (await sent(ticketId)).id }))
    const { groups, groupCount } = await read(by)
    const [group] = groups
    expect([groupCount, groups.length]).toEqual([1, 1])
    expect(group).toMatchObject({ name, charged: 1 })
    if (key !== undefined) expect(group?.key).toBe(key)
  })

  it("is by days of the company's zone, and by months of long periods", async () => {
    // São Paulo is three hours behind.
    await tell(priced({ deliveredAt: new Date('2026-11-11T02:59:59Z') }))
    await tell(priced({ deliveredAt: new Date('2026-11-11T03:00:00Z') }))
    const days = await read('category', admin, ['2026-11-09', '2026-11-10'])
    expect(days.times.map(({ at, charged }) => [at, charged])).toEqual([
      ['2026-11-09', 0],
      ['2026-11-10', 1],
    ])
    expect(days.totals.charged).toBe(1)
    const months = await read('category', admin, ['2026-09-01', '2026-11-30'])
    expect(months.times.map(({ at, charged }) => [at, charged])).toEqual([
      ['2026-09', 0],
      ['2026-10', 0],
      ['2026-11', 2],
    ])
  })

  it('has the hundred groups with the most, and says how many there are', async () => {
    await desk.pg.sql(
      `INSERT INTO tickets.message_prices (company_id, message_id, delivered_at, connection_id, campaign_id, calling_code, category, is_billable)
       SELECT ${COMPANY}, gen_random_uuid(), '2026-11-10T12:00:00Z', 1, n % 120 + 1, '55', 'marketing', true
       FROM generate_series(1, 121) n`,
    )
    const { groups, groupCount, totals } = await read('campaign')
    expect([groups.length, groupCount, totals.charged]).toEqual([100, 120, 121])
    expect(groups[0]).toMatchObject({ key: '2', charged: 2 })
  })

  it('is of one company, and for its administrators', async () => {
    await connection(desk, 77, { company: FOREIGN })
    const messageId = uuid()
    await tell(priced({ messageId, connectionId: 77 }, FOREIGN))
    await save({ prices: [{ category: 'service', callingCode: '', micros: 5 }] }, stranger)
    expect(await read()).toMatchObject({ totals: { charged: 0 }, groups: [] })
    expect(await read('connection', stranger)).toMatchObject({
      totals: { charged: 1, costMicros: 5 },
      groups: [{ key: '77', name: 'connection 77' }],
    })
    // The same message id in two companies is two messages.
    await tell(priced({ messageId }))
    expect((await read()).totals.charged).toBe(1)
    for (const [method, path] of [
      ['GET', '/dashboard/message-costs?initialDate=2026-11-01&finalDate=2026-11-02'],
      ['GET', '/message-prices'],
      ['PUT', '/message-prices'],
    ] as const)
      expect(codeOf(await call(ana, method, path, method === 'PUT' ? {} : undefined))).toEqual([
        403,
        'ERR_NO_PERMISSION',
      ])
  })

  it.each([
    'initialDate=2026-11-02&finalDate=2026-11-01',
    'initialDate=2025-01-01&finalDate=2026-11-01',
    'initialDate=2026-11-01&finalDate=2026-11-01&by=hour',
  ])('refuses %s', async (query) => {
    const answer = await call(admin, 'GET', `/dashboard/message-costs?${query}`)
    expect(answer.body['error']).toBe('ERR_VALIDATION')
  })
})

describe('the price list', () => {
  it('is empty before, and keeps what is not named', async () => {
    const list = async () => (await call(admin, 'GET', '/message-prices')).body
    expect(await list()).toEqual({ currency: 'BRL', prices: [], monthlyBudgetMicros: null })
    const prices = [{ category: 'service', callingCode: '', micros: 20_000 }]
    expect((await save({ prices })).body).toEqual({ currency: 'BRL', prices, monthlyBudgetMicros: null })
    await save({ currency: 'USD', monthlyBudgetMicros: 900_000_000_000_000 })
    expect(await list()).toEqual({ currency: 'USD', prices, monthlyBudgetMicros: 900_000_000_000_000 })
    await save({ prices: [] })
    expect(await list()).toEqual({ currency: 'USD', prices: [], monthlyBudgetMicros: 900_000_000_000_000 })
    await save({ monthlyBudgetMicros: null })
    expect(await list()).toMatchObject({ currency: 'USD', monthlyBudgetMicros: null })
  })

  it.each([
    ['a negative price', { prices: [{ category: 'service', callingCode: '', micros: -1 }] }],
    ['part of a millionth', { prices: [{ category: 'service', callingCode: '', micros: 0.5 }] }],
    ['a country in letters', { prices: [{ category: 'service', callingCode: 'BR', micros: 1 }] }],
    ['no category', { prices: [{ category: '', callingCode: '55', micros: 1 }] }],
    ['a currency in words', { currency: 'real' }],
    ['a budget of nothing', { monthlyBudgetMicros: 0 }],
    ['part of a millionth as a budget', { monthlyBudgetMicros: 1.5 }],
    ['a budget above a thousand million', { monthlyBudgetMicros: 1_000_000_000_000_001 }],
    [
      'two prices of one market',
      {
        prices: [
          { category: 'service', callingCode: '55', micros: 1 },
          { category: 'service', callingCode: '55', micros: 2 },
        ],
      },
    ],
  ])('refuses %s', async (_name, body) => {
    expect((await save(body)).body['error']).toBe('ERR_VALIDATION')
  })
})
