import type { CompanyId, MessageBudgetView } from '@balcao/contracts'
import type { EventValue } from '@balcao/contracts/wire'
import { DAY, HOUR, type Session } from '@balcao/kernel'
import { readOutbox } from '@balcao/testkit'

import { readIsBudgetSpent } from '../src/features/message-costs'
import { markBudgets } from '../src/features/message-costs/mark-budgets'
import { PRICES_GROUP } from '../src/features/message-costs/record-message-price'
import { call, desk, happens, useMessageDesk } from './message-desk'
import { COMPANY, codeOf, connection, deliver, FOREIGN, person } from './support'

useMessageDesk()

let admin: Session
let foreignAdmin: Session
let agent: Session

beforeAll(async () => {
  admin = await person(desk, { id: 1, name: 'Sofia', profile: 'admin' })
  foreignAdmin = await person(desk, { id: 8, name: 'Alheia', profile: 'admin', company: FOREIGN })
  agent = await person(desk, { id: 6, name: 'Rui' })
})

beforeEach(async () => {
  await desk.pg.empty('tickets.message_prices', 'tickets.price_lists', 'tickets.message_budget_marks')
  await connection(desk, 77, { company: FOREIGN })
})

const REAL = 1_000_000

/** Marketing at one real a message. */
const budget = async (reais: number | null, session = admin) => {
  const prices = [{ category: 'marketing', callingCode: '', micros: REAL }]
  const monthlyBudgetMicros = reais === null ? null : reais * REAL
  const { status } = await call(session, 'PUT', '/message-prices', { prices, monthlyBudgetMicros })
  expect(status).toBe(200)
}

async function deliverMessages(
  count: number,
  { company = COMPANY, at = desk.ports.clock.now(), category = 'marketing' }: Partial<Delivered> = {},
): Promise<void> {
  for (let sent = 0; sent < count; sent += 1)
    await deliver(
      desk,
      PRICES_GROUP,
      happens(
        'messagePriced',
        {
          messageId: desk.ports.ids.next(),
          connectionId: company === COMPANY ? 1 : 77,
          campaignId: 0,
          targetId: '',
          callingCode: '55',
          category,
          isBillable: true,
          deliveredAt: at,
        },
        company,
      ),
    )
}
interface Delivered {
  company: CompanyId
  at: Date
  category: string
}

const look = () =>
  desk.service.jobs.find(({ name }) => name === 'tickets.message-budgets')!.run(new AbortController().signal)

const told = async (): Promise<(EventValue<'messageBudgetReached'> & { companyId: number })[]> =>
  (await readOutbox(desk.pg, 'tickets', 'messageBudgetReached')).map(({ companyId, body }) => ({
    companyId,
    ...body.value,
  }))
const toldPercents = async () => (await told()).map(({ companyId, percent }) => [companyId, percent])

const read = async (session = admin): Promise<MessageBudgetView> => {
  const answer = await call(session, 'GET', '/dashboard/message-budget')
  expect(answer.status).toBe(200)
  return answer.body as unknown as MessageBudgetView
}

const isSpent = (company: CompanyId) => readIsBudgetSpent(desk.deps, company)

const month = () => desk.ports.clock.now().toISOString().slice(0, 7)

describe('a monthly budget', () => {
  it('is told at 80 and at 100 percent, once each, however often it is looked at', async () => {
    await budget(10)
    await deliverMessages(7)
    await look()
    expect(await told()).toEqual([])
    await deliverMessages(1)
    await look()
    await look()
    expect(await told()).toEqual([
      {
        companyId: COMPANY,
        month: month(),
        percent: 80,
        currency: 'BRL',
        budgetMicros: 10 * REAL,
        spentMicros: 8 * REAL,
      },
    ])
    await deliverMessages(2)
    await look()
    await deliverMessages(5)
    await look()
    expect(await toldPercents()).toEqual([
      [COMPANY, 80],
      [COMPANY, 100],
    ])
  })

  it('is told once by processes that look at the same time', async () => {
    await budget(10)
    await deliverMessages(8)
    const signal = new AbortController().signal
    await Promise.all(Array.from({ length: 8 }, () => markBudgets(desk.deps, signal)))
    expect(await toldPercents()).toEqual([[COMPANY, 80]])
  })

  it('is told by the next look when its event could not be written', async () => {
    await budget(10)
    await deliverMessages(8)
    const full = { ...desk.deps.events, append: () => Promise.reject(new Error('disk full')) }
    const looks = markBudgets({ ...desk.deps, events: full }, new AbortController().signal)
    await expect(looks).rejects.toThrow('1 items failed')
    await look()
    await look()
    expect(await toldPercents()).toEqual([[COMPANY, 80]])
  })

  it('that is passed in one step is one piece of news', async () => {
    await budget(10)
    await deliverMessages(11)
    await look()
    await look()
    expect(await toldPercents()).toEqual([[COMPANY, 100]])
  })

  it('with another amount is another one, and so is the next month', async () => {
    await budget(5)
    await deliverMessages(5)
    await look()
    await budget(6)
    await look()
    // 83 % of the new one.
    expect(await toldPercents()).toEqual([
      [COMPANY, 100],
      [COMPANY, 80],
    ])
    await budget(5)
    await look()
    expect(await toldPercents()).toHaveLength(2)
    const before = desk.ports.clock.now()
    try {
      desk.ports.clock.advance(32 * DAY)
      await look()
      expect(await toldPercents()).toHaveLength(2)
      await deliverMessages(4)
      await look()
      expect((await told()).at(-1)).toMatchObject({ month: month(), percent: 80 })
    } finally {
      desk.ports.clock.set(before)
    }
  })

  it('is of its company alone, and nobody is told of none', async () => {
    await budget(10)
    await budget(10, foreignAdmin)
    await deliverMessages(10, { company: FOREIGN })
    await look()
    expect(await toldPercents()).toEqual([[FOREIGN, 100]])
    expect([await isSpent(COMPANY), await isSpent(FOREIGN)]).toEqual([false, true])
    expect([(await read()).spentMicros, (await read(foreignAdmin)).spentMicros]).toEqual([0, 10 * REAL])
    await budget(null, foreignAdmin)
    await deliverMessages(10)
    await budget(null)
    await look()
    expect(await toldPercents()).toEqual([[FOREIGN, 100]])
    expect([await isSpent(COMPANY), await isSpent(FOREIGN)]).toEqual([false, false])
  })

  it('does not count what has no price, and is spent no more once it is raised', async () => {
    await budget(2)
    await deliverMessages(3, { category: 'service' })
    await look()
    expect(await told()).toEqual([])
    expect(await read()).toEqual({
      month: month(),
      currency: 'BRL',
      budgetMicros: 2 * REAL,
      spentMicros: 0,
      unpriced: 3,
    })
    await deliverMessages(3)
    // Prices come after delivery: 150 %.
    expect(await read()).toMatchObject({ budgetMicros: 2 * REAL, spentMicros: 3 * REAL })
    expect(await isSpent(COMPANY)).toBe(true)
    await budget(4)
    expect(await isSpent(COMPANY)).toBe(false)
  })

  it('begins at midnight of the company’s zone', async () => {
    await budget(2)
    const now = desk.ports.clock.now()
    // São Paulo is three hours behind.
    const begins = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, 3)
    await deliverMessages(2, { at: new Date(begins - 1) })
    expect(await read()).toMatchObject({ month: month(), spentMicros: 0 })
    await deliverMessages(1, { at: new Date(begins) })
    await deliverMessages(1, { at: new Date(begins + HOUR) })
    expect(await read()).toMatchObject({ spentMicros: 2 * REAL })
  })

  it('is for administrators', async () => {
    expect(codeOf(await call(agent, 'GET', '/dashboard/message-budget'))).toEqual([403, 'ERR_NO_PERMISSION'])
  })
})
