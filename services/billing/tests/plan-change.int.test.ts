import {
  planId,
  type InvoiceView,
  type OffersView,
  type PixChargeView,
  type Recurrence,
  type SubscriptionView,
} from '@balcao/contracts'
import { AppError, DAY, MINUTE, SECOND } from '@balcao/kernel'
import { readOutbox } from '@balcao/testkit'

import { EFI, startFakeEfi } from './fake-providers'
import { buildCompany, PAYER, startBilling, type BillingRig } from './support'

/* Plan 1 costs R$ 30 (10 users, connections and queues), plan 2 R$ 15 (3, 1, 3), plan 3 R$ 90 (50, 20, 30). */

const SECRET = 's3cret_of_the_webhook_0123456789ab'
let efi: Awaited<ReturnType<typeof startFakeEfi>>
let rig: BillingRig
let count = 600

beforeAll(async () => {
  efi = await startFakeEfi()
  rig = await startBilling({ payments: { kind: 'efi', url: efi.url, ...EFI, webhookSecret: SECRET } })
})
afterAll(() => efi.stop())

const run = (name: string) =>
  rig.service.jobs.find((job) => job.name === name)!.run(new AbortController().signal)

interface Terms {
  planId?: number
  recurrence?: Recurrence
  invoiceId?: number
}

/** A company with plan 1, due in some days, and its administrator. */
async function open(days = 2) {
  const id = (count += 1)
  const dueAt = new Date(rig.ports.clock.now().getTime() + days * DAY)
  let revision = 0
  const change = (overrides: object = {}) =>
    rig.tell(buildCompany(id, { dueAt, revision: (revision += 1), ...overrides }))
  await change()
  const token = await rig.login(id, 20_000 + id, { profile: 'admin' })
  const read = async <T>(route: string) => (await rig.get(route, token)).body as unknown as T
  const ask = (terms: Terms) => rig.call('POST', '/subscription', { token, body: { ...PAYER, ...terms } })
  const charge = async (terms: Terms = {}) => {
    const answer = await ask(terms)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body as unknown as PixChargeView
  }
  const pay = async ({ txid, valor }: PixChargeView) => {
    efi.pay(txid, Math.round(Number(valor.original) * 100))
    const body = { pix: efi.charges.get(txid)?.pix }
    await rig.call('POST', `/subscription/webhook/efi/pix?hmac=${SECRET}`, { body })
    await rig.settle()
  }
  return {
    id,
    change,
    ask,
    charge,
    pay,
    offers: () => read<OffersView>('/subscription/offers'),
    invoices: async () =>
      (await read<InvoiceView[]>('/invoices/all')).map(({ detail, value, status }) => [
        detail,
        value,
        status,
      ]),
    unsettled: async () =>
      (await read<SubscriptionView>('/subscription')).unsettled.map(({ reason, value }) => [reason, value]),
    bought: async () =>
      (await readOutbox(rig.pg, 'billing', 'invoicePaid'))
        .filter((event) => event.companyId === id)
        .map(({ body: { value } }) => [value.planId, value.recurrence, value.months]),
  }
}

describe('a checkout for another plan', () => {
  it('reprices the open invoice at once, and gives the plan once it is paid', async () => {
    const company = await open()
    expect((await company.charge()).valor.original).toBe('30.00')
    const charge = await company.charge({ planId: 3, recurrence: 'TRIMESTRAL' })
    expect(charge.valor.original).toBe('270.00')
    expect(await company.invoices()).toEqual([['Plano 3', 270, 'open']])
    expect(await company.bought()).toEqual([])
    await company.pay(charge)
    expect(await company.bought()).toEqual([[3, 'TRIMESTRAL', 3]])
    expect(await company.invoices()).toEqual([['Plano 3', 270, 'paid']])
    expect(await company.unsettled()).toEqual([])
  })

  it('charges what the client cannot name: its price, users and plan are ignored', async () => {
    const company = await open()
    const token = await rig.login(company.id, 30_000 + company.id, { profile: 'admin' })
    const body = { ...PAYER, planId: 3, price: 0.01, users: 1, connections: 1, plan: '{"value":0.01}' }
    const answer = await rig.call('POST', '/subscription', { token, body })
    expect((answer.body as unknown as PixChargeView).valor.original).toBe('90.00')
  })

  it('charges what the days until a later due date cost more, and nothing for a cheaper plan', async () => {
    const company = await open(13)
    expect((await company.charge({ planId: 3 })).valor.original).toBe('116.00')
    expect((await company.charge({ planId: 2 })).valor.original).toBe('15.00')
    expect((await company.charge({ planId: 1 })).valor.original).toBe('30.00')
  })

  it('keeps the price that it told while nothing is chosen again, also when invoices are made', async () => {
    const company = await open(13)
    const charge = await company.charge({ planId: 3 })
    rig.ports.clock.advance(30 * MINUTE)
    await run('billing.invoices')
    expect(await company.invoices()).toEqual([['Plano 3', 116, 'open']])
    expect((await company.charge()).txid).toBe(charge.txid)
    await company.pay(charge)
    expect([await company.bought(), await company.unsettled()]).toEqual([[[3, 'MENSAL', 1]], []])
  })

  it('follows the chosen plan’s price while it is open', async () => {
    const company = await open()
    const [plan] = await rig.pg.sql<{ id: number }>(
      `INSERT INTO billing.plans (name, users, connections, queues, value_cents)
        VALUES ('Sol ${company.id}', 20, 20, 20, 5000) RETURNING id`,
    )
    await company.charge({ planId: plan!.id })
    await rig.pg.sql(`UPDATE billing.plans SET value_cents = 6000 WHERE id = ${plan!.id}`)
    await run('billing.invoices')
    expect(await company.invoices()).toEqual([[`Sol ${company.id}`, 60, 'open']])
    const root = await rig.login(1, 2, { super: true })
    expect(await rig.call('DELETE', `/plans/${plan!.id}`, { token: root })).toMatchObject({
      status: 409,
      body: { error: 'ERR_PLAN_IN_USE' },
    })
  })

  it('back to the own plan and recurrence chooses nothing', async () => {
    const company = await open()
    await company.charge({ planId: 3, recurrence: 'ANUAL' })
    const charge = await company.charge({ planId: 1, recurrence: 'MENSAL' })
    expect(charge.valor.original).toBe('30.00')
    await company.pay(charge)
    expect(await company.bought()).toEqual([[0, '', 1]])
  })

  it('changes the recurrence alone', async () => {
    const company = await open(10)
    const charge = await company.charge({ recurrence: 'ANUAL' })
    expect(charge.valor.original).toBe('360.00')
    await company.pay(charge)
    expect(await company.bought()).toEqual([[1, 'ANUAL', 12]])
  })

  it.each([
    ['users', { users: 4, connections: 0, queues: 0 }, 'ERR_PLAN_TOO_FEW_USERS'],
    ['connections', { users: 0, connections: 2, queues: 0 }, 'ERR_PLAN_TOO_FEW_CONNECTIONS'],
    ['queues', { users: 0, connections: 0, queues: 4 }, 'ERR_PLAN_TOO_FEW_QUEUES'],
  ])('is refused where the company has more %s, and changes nothing', async (_limit, usage, error) => {
    const [company, other] = [await open(), await open()]
    rig.usage.set(company.id, usage)
    const before = await company.charge()
    expect(await company.ask({ planId: 2 })).toMatchObject({ status: 409, body: { error } })
    expect(await company.invoices()).toEqual([['Plano 1', 30, 'open']])
    expect((await company.charge()).txid).toBe(before.txid)
    expect((await other.charge({ planId: 2 })).valor.original).toBe('15.00')
  })

  it('is refused where the company’s files need more space', async () => {
    const [company, other] = [await open(), await open()]
    const [plan] = await rig.pg.sql<{ id: number }>(
      `INSERT INTO billing.plans (name, users, connections, queues, value_cents, media_megabytes)
        VALUES ('Small ${company.id}', 20, 20, 20, 1000, 1) RETURNING id`,
    )
    await rig.pg.sql(
      `INSERT INTO billing.media_accounts (company_id, used_bytes) VALUES (${company.id}, ${1024 * 1024 + 1})`,
    )
    expect(await company.ask({ planId: plan!.id })).toMatchObject({
      status: 409,
      body: { error: 'ERR_PLAN_TOO_LITTLE_MEDIA' },
    })
    expect((await company.offers()).usage.mediaMegabytes).toBe(2)
    expect((await other.charge({ planId: plan!.id })).valor.original).toBe('10.00')
  })

  it('is refused while nobody can count what is in use; the own plan is paid all the same', async () => {
    const company = await open()
    rig.usage.set(company.id, new AppError('ERR_UNAVAILABLE'))
    expect(await company.ask({ planId: 2 })).toMatchObject({ status: 503 })
    expect((await company.charge({ planId: 1, recurrence: 'BIMESTRAL' })).valor.original).toBe('60.00')
  })

  it('is refused for a plan that is not offered, has no price or does not exist', async () => {
    const company = await open()
    const rows = await rig.pg.sql<{ id: number }>(
      `INSERT INTO billing.plans (name, users, connections, queues, value_cents, offered)
        VALUES ('Hidden', 9, 9, 9, 100, false), ('Free', 9, 9, 9, 0, true) RETURNING id`,
    )
    for (const id of [...rows.map((row) => row.id), 99_999])
      expect(await company.ask({ planId: id })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_PLAN_FOUND' },
      })
    expect(await company.ask({ recurrence: 'SEMANAL' as Recurrence })).toMatchObject({ status: 400 })
  })

  it('is for the invoice of the present due date alone', async () => {
    const [company, other] = [await open(), await open()]
    const { invoiceId } = await other.charge()
    expect(await company.ask({ planId: 3, invoiceId })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVOICE_FOUND' },
    })
    expect(await other.invoices()).toEqual([['Plano 1', 30, 'open']])
    const paid = await company.charge()
    await company.pay(paid)
    expect(await company.ask({ planId: 3, invoiceId: paid.invoiceId })).toMatchObject({
      status: 409,
      body: { error: 'ERR_INVOICE_ALREADY_PAID' },
    })
  })

  it('ends where the platform gives the company another plan', async () => {
    const company = await open()
    await company.charge({ planId: 3 })
    await company.change({ planId: 2 })
    await run('billing.invoices')
    expect(await company.invoices()).toEqual([['Plano 2', 15, 'open']])
  })

  it('outlives other changes of the company', async () => {
    const company = await open()
    await company.charge({ planId: 3 })
    await company.change({ phone: '11988887777' })
    await run('billing.invoices')
    expect(await company.invoices()).toEqual([['Plano 3', 90, 'open']])
  })
})

describe('money for the former price', () => {
  it('that is less does not pay the dearer plan', async () => {
    const company = await open()
    const cheap = await company.charge()
    const dear = await company.charge({ planId: 3 })
    await company.pay(cheap)
    expect([await company.bought(), await company.unsettled()]).toEqual([[], [['underpaid', 30]]])
    await company.pay(dear)
    expect(await company.bought()).toEqual([[3, 'MENSAL', 1]])
  })

  it('that is more pays the cheaper plan, and the rest is shown', async () => {
    const company = await open()
    const dear = await company.charge({ planId: 3 })
    await company.charge({ planId: 2 })
    await company.pay(dear)
    expect([await company.bought(), await company.unsettled()]).toEqual([
      [[2, 'MENSAL', 1]],
      [['surplus', 75]],
    ])
  })

  it('of another recurrence buys what the invoice is for now', async () => {
    const company = await open()
    const year = await company.charge({ recurrence: 'ANUAL' })
    await company.charge({ recurrence: 'SEMESTRAL' })
    await company.pay(year)
    expect([await company.bought(), await company.unsettled()]).toEqual([
      [[1, 'SEMESTRAL', 6]],
      [['surplus', 180]],
    ])
  })

  it('can only be paid by the newest charge: one that was chosen before, and again, is a new one', async () => {
    const company = await open()
    const first = await company.charge()
    rig.ports.clock.advance(SECOND)
    await company.charge({ planId: 3 })
    rig.ports.clock.advance(SECOND)
    const again = await company.charge({ planId: 1 })
    expect([again.txid === first.txid, again.valor.original]).toEqual([false, '30.00'])
    rig.ports.clock.advance(MINUTE)
    await run('billing.charges')
    expect([first, again].map(({ txid }) => efi.charges.get(txid)?.status === 'ATIVA')).toEqual([false, true])
  })

  it('that arrives during a change agrees with it, whichever is first', async () => {
    for (const _round of [1, 2, 3, 4, 5]) {
      const company = await open()
      const cheap = await company.charge()
      const [answer] = await Promise.all([company.ask({ planId: 3 }), company.pay(cheap)])
      const isChangedFirst = answer.status === 200
      expect(await company.bought()).toEqual(isChangedFirst ? [] : [[0, '', 1]])
      expect(await company.unsettled()).toEqual(isChangedFirst ? [['underpaid', 30]] : [])
      if (!isChangedFirst) expect(answer.body.error).toBe('ERR_INVOICE_ALREADY_PAID')
    }
  })

  it('of two tabs that choose at once is for one of them, in the invoice and in the newest charge', async () => {
    const company = await open()
    const [one, other] = await Promise.all([company.charge({ planId: 2 }), company.charge({ planId: 3 })])
    const [[plan, value] = []] = await company.invoices()
    const right = [one, other].find(({ valor }) => Number(valor.original) === value)
    await company.pay(right!)
    expect(await company.bought()).toEqual([[plan === 'Plano 2' ? 2 : 3, 'MENSAL', 1]])
  })
})

describe('the offers', () => {
  it('are the offered plans with their prices, and what cannot be chosen', async () => {
    const company = await open(13)
    rig.usage.set(company.id, { users: 4, connections: 1, queues: 2 })
    const { offers, chosen, usage } = await company.offers()
    const known = offers.filter(({ plan }) => /^Plano \d$/.test(plan.name))
    expect(
      known.map(({ plan, isPresent, exceeded, difference, prices }) => ({
        id: plan.id,
        isPresent,
        exceeded,
        difference,
        prices: [prices.MENSAL, prices.ANUAL],
      })),
    ).toEqual([
      { id: 2, isPresent: false, exceeded: ['users'], difference: 0, prices: [15, 180] },
      { id: 1, isPresent: true, exceeded: [], difference: 0, prices: [30, 360] },
      { id: 3, isPresent: false, exceeded: [], difference: 26, prices: [116, 1106] },
    ])
    expect(chosen).toEqual({ planId: 1, recurrence: 'MENSAL' })
    expect(usage).toEqual({ users: 4, connections: 1, queues: 2, mediaMegabytes: 0 })
    expect((await company.charge({ planId: 3, recurrence: 'ANUAL' })).valor.original).toBe('1106.00')
    expect((await company.offers()).chosen).toEqual({ planId: 3, recurrence: 'ANUAL' })
  })

  it('of another company are not told, and agents ask for none', async () => {
    const [company, other] = [await open(), await open()]
    await other.charge({ planId: 3 })
    expect((await company.offers()).chosen.planId).toBe(1)
    const agent = await rig.login(company.id, 40_000 + company.id, { profile: 'user' })
    expect(await rig.get('/subscription/offers', agent)).toMatchObject({ status: 403 })
  })

  it('of a company without due date are its own plan', async () => {
    const company = await open()
    await company.change({ dueAt: undefined })
    expect((await company.offers()).offers.map(({ plan }) => planId(plan.id))).toEqual([1])
    expect(await company.ask({ planId: 3 })).toMatchObject({ status: 404 })
  })
})
