import {
  companyId,
  type InvoiceView,
  type ManagedUnsettledPaymentView,
  type PixChargeView,
  type SubscriptionView,
} from '@balcao/contracts'
import { DAY, HOUR, MINUTE } from '@balcao/kernel'
import { readOutbox } from '@balcao/testkit'

import { PgChargeStore } from '../src/adapters/postgres/pg-charge-store'
import { ASAAS_KEY, EFI, startFakeAsaas, startFakeEfi } from './fake-providers'
import { buildCompany, PAYER, startBilling, type BillingRig } from './support'

const SECRET = 's3cret_of_the_webhook_0123456789ab'

/** What the tests do at a provider, by our txid. */
interface Bank {
  rig: BillingRig
  pay(txid: string, cents: number): Promise<void>
  refund(txid: string, cents: number): Promise<void>
  /** Whether it takes payments there. */
  isOpen(txid: string): boolean
  /** The provider's call about it; each has an id of its own. */
  report(txid: string): Promise<void>
  /** The provider answers questions about this charge of its own with a fault. */
  fail(providerId: string): void
  stop(): Promise<void>
}

let reports = 0

async function startEfi(): Promise<Bank> {
  const efi = await startFakeEfi()
  const rig = await startBilling({ payments: { kind: 'efi', url: efi.url, ...EFI, webhookSecret: SECRET } })
  return {
    rig,
    pay: async (txid, cents) => efi.pay(txid, cents),
    refund: async (txid, cents) => efi.refund(txid, cents),
    isOpen: (txid) => efi.charges.get(txid)?.status === 'ATIVA',
    report: async (txid) => {
      const body = { pix: efi.charges.get(txid)?.pix }
      expect(await rig.call('POST', `/subscription/webhook/efi/pix?hmac=${SECRET}`, { body })).toMatchObject({
        status: 200,
      })
    },
    fail: (id) => void efi.broken.add(id),
    stop: () => efi.stop(),
  }
}

async function startAsaas(): Promise<Bank> {
  const asaas = await startFakeAsaas()
  const rig = await startBilling({
    payments: { kind: 'asaas', url: asaas.url, apiKey: ASAAS_KEY, webhookSecret: SECRET },
  })
  const idOf = (txid: string): string => {
    const found = [...asaas.payments.values()].find(({ externalReference }) => externalReference === txid)
    if (!found) throw new Error(`no payment ${txid}`)
    return found.id
  }
  return {
    rig,
    pay: async (txid, cents) => asaas.pay(idOf(txid), cents),
    refund: async (txid, cents) => asaas.refund(idOf(txid), cents),
    isOpen: (txid) => {
      const { status, deleted } = asaas.payments.get(idOf(txid)) ?? {}
      return status === 'PENDING' && deleted !== true
    },
    report: async (txid) => {
      const response = await fetch(`${rig.url}/subscription/webhook/asaas`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'asaas-access-token': SECRET },
        body: JSON.stringify({ id: `evt_${(reports += 1)}`, payment: { id: idOf(txid) } }),
      })
      expect(response.status).toBe(200)
    },
    fail: (id) => void asaas.broken.add(id),
    stop: () => asaas.stop(),
  }
}

describe.each([
  ['Efí', startEfi],
  ['Asaas', startAsaas],
] as const)('a payment by %s', (_name, start) => {
  let bank: Bank
  let rig: BillingRig
  let count = 300
  beforeAll(async () => {
    bank = await start()
    rig = bank.rig
  })
  afterAll(() => bank.stop())

  const run = (name: string) =>
    rig.service.jobs.find((job) => job.name === name)!.run(new AbortController().signal)

  const open = async () => {
    const id = (count += 1)
    const dueAt = new Date(rig.ports.clock.now().getTime() + 5 * DAY)
    let revision = 0
    const change = (overrides: object = {}) =>
      rig.tell(buildCompany(id, { dueAt, revision: (revision += 1), ...overrides }))
    await change()
    const token = await rig.login(id, 10_000 + id, { profile: 'admin' })
    const read = async <T>(route: string) => (await rig.get(route, token)).body as unknown as T
    return {
      id,
      change,
      charge: async () => {
        const body = { ...PAYER, taxId: '529.982.247-25' }
        const answer = await rig.call('POST', '/subscription', { token, body })
        expect(answer.status).toBe(200)
        return answer.body as PixChargeView
      },
      arrive: async ({ txid }: PixChargeView) => {
        await bank.report(txid)
        await rig.settle()
      },
      renewals: async () =>
        (await readOutbox(rig.pg, 'billing', 'invoicePaid'))
          .filter((event) => event.companyId === id)
          .map(({ body }) => body.value.months),
      states: async () => (await read<InvoiceView[]>('/invoices/all')).map(({ status }) => status),
      unsettled: async () =>
        (await read<SubscriptionView>('/subscription')).unsettled.map(({ reason, value }) => [reason, value]),
    }
  }
  const statusOf = async ({ txid }: PixChargeView) =>
    (await rig.pg.sql<{ status: string }>(`SELECT status FROM billing.charges WHERE txid = '${txid}'`))[0]
      ?.status
  const listForOperator = async (company: number) => {
    const root = await rig.login(1, 1, { super: true })
    const { body } = await rig.get('/subscription/unsettled', root)
    return (body as unknown as ManagedUnsettledPaymentView[]).filter(({ companyId: of }) => of === company)
  }

  it.each(['repriced', 'not yet repriced'])(
    'of a cheaper charge does not pay a dearer invoice, %s',
    async (when) => {
      const company = await open()
      const charge = await company.charge()
      await company.change({ planId: 3, recurrence: 'ANUAL' })
      if (when === 'repriced') await run('billing.invoices')
      await bank.pay(charge.txid, 3_000)
      await company.arrive(charge)
      expect(await company.renewals()).toEqual([])
      expect(await company.states()).toEqual(['open'])
      expect(await company.unsettled()).toEqual([['underpaid', 30]])
      expect(await listForOperator(company.id)).toMatchObject([
        { txid: charge.txid, invoiceId: charge.invoiceId, companyName: `Company ${company.id}`, value: 30 },
      ])
      const told = await readOutbox(rig.pg, 'billing', 'invoiceChanged')
      expect(told.at(-1)).toMatchObject({
        companyId: company.id,
        body: { value: { invoice: { status: 'open' } } },
      })

      const next = await company.charge()
      expect([next.txid === charge.txid, next.invoiceId]).toEqual([false, charge.invoiceId])
      await bank.pay(next.txid, Math.round(Number(next.valor.original) * 100))
      await company.arrive(next)
      expect(await company.renewals()).toEqual([12])
      expect(await company.unsettled()).toEqual([['underpaid', 30]])
    },
  )

  it('of a dearer charge pays the cheaper invoice, and the rest is shown', async () => {
    const company = await open()
    const charge = await company.charge()
    await company.change({ planId: 2 })
    await bank.pay(charge.txid, 3_000)
    await company.arrive(charge)
    expect(await company.renewals()).toEqual([1])
    expect(await company.states()).toEqual(['paid'])
    expect(await company.unsettled()).toEqual([['surplus', 15]])
  })

  it('of less than was asked settles nothing, is told to operators once, and leaves the poll', async () => {
    const company = await open()
    const charge = await company.charge()
    await bank.pay(charge.txid, 2_999)
    for (const _round of [1, 2, 3]) {
      await run('billing.charges')
      await company.arrive(charge)
    }
    expect(await company.renewals()).toEqual([])
    expect(await company.unsettled()).toEqual([['underpaid', 29.99]])
    const rows = await rig.pg.sql(
      `SELECT txid FROM billing.charges WHERE company_id = ${company.id} AND status = 'open'`,
    )
    expect(rows).toEqual([])
  })

  it('of an invoice whose due date was moved pays the present one', async () => {
    const company = await open()
    const charge = await company.charge()
    await company.change({ dueAt: new Date(rig.ports.clock.now().getTime() + 9 * DAY) })
    await run('billing.invoices')
    await bank.pay(charge.txid, 3_000)
    await company.arrive(charge)
    expect(await company.renewals()).toEqual([1])
    expect(await company.states()).toEqual(['paid'])
    expect(await company.unsettled()).toEqual([])
  })

  it('of an invoice whose due date was moved does not pay a dearer one', async () => {
    const company = await open()
    const charge = await company.charge()
    await company.change({ dueAt: new Date(rig.ports.clock.now().getTime() + 9 * DAY), recurrence: 'ANUAL' })
    await bank.pay(charge.txid, 3_000)
    await company.arrive(charge)
    expect([await company.renewals(), await company.unsettled()]).toEqual([[], [['underpaid', 30]]])
  })

  it('of a second charge of one invoice renews once and is kept for its payer', async () => {
    const company = await open()
    const first = await company.charge()
    rig.ports.clock.advance(55 * MINUTE)
    const second = await company.charge()
    for (const charge of [first, second]) {
      await bank.pay(charge.txid, 3_000)
      await company.arrive(charge)
    }
    expect(await company.renewals()).toEqual([1])
    expect(await company.unsettled()).toEqual([['surplus', 30]])
  })

  it('that is paid back before it counts settles nothing', async () => {
    const company = await open()
    const charge = await company.charge()
    await bank.pay(charge.txid, 3_000)
    await bank.refund(charge.txid, 3_000)
    await company.arrive(charge)
    expect([await company.renewals(), await company.unsettled()]).toEqual([[], []])
  })

  it('that is paid back afterwards is shown to both sides until somebody has decided', async () => {
    const company = await open()
    const charge = await company.charge()
    await bank.pay(charge.txid, 3_000)
    await company.arrive(charge)
    await bank.refund(charge.txid, 3_000)
    await company.arrive(charge)
    expect([await company.renewals(), await company.states()]).toEqual([[1], ['paid']])
    expect(await company.unsettled()).toEqual([['refunded', 30]])

    const resolve = async (user: object) =>
      rig.call('POST', `/subscription/unsettled/${charge.txid}/resolve`, {
        token: await rig.login(company.id, (count += 1) + 50_000, user),
        body: {},
      })
    expect(await resolve({ profile: 'admin' })).toMatchObject({ status: 403 })
    expect(await resolve({ super: true })).toMatchObject({ status: 200 })
    expect([await company.unsettled(), await listForOperator(company.id)]).toEqual([[], []])
    expect(await resolve({ super: true })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_INVOICE_FOUND' },
    })
  })

  it('that comes after its charge ended here still counts', async () => {
    const company = await open()
    const charge = await company.charge()
    await bank.pay(charge.txid, 3_000)
    rig.ports.clock.advance(3 * HOUR)
    await run('billing.charges')
    expect(await company.renewals()).toEqual([1])
  })

  it('that comes after its charge had ended there too is settled when it is told', async () => {
    const company = await open()
    const charge = await company.charge()
    rig.ports.clock.advance(3 * HOUR)
    await run('billing.charges')
    expect([bank.isOpen(charge.txid), await statusOf(charge)]).toEqual([false, 'ended'])
    await bank.pay(charge.txid, 3_000)
    await company.arrive(charge)
    expect([await company.renewals(), await statusOf(charge)]).toEqual([[1], 'paid'])
  })

  it.each(['repriced', 'paid'])('of a charge whose invoice was %s cannot be made any more', async (what) => {
    const company = await open()
    const first = await company.charge()
    let paid: PixChargeView | undefined
    if (what === 'repriced') await company.change({ planId: 2 })
    else {
      rig.ports.clock.advance(55 * MINUTE)
      paid = await company.charge()
      await bank.pay(paid.txid, 3_000)
      await company.arrive(paid)
    }
    await run('billing.invoices')
    rig.ports.clock.advance(MINUTE)
    await run('billing.charges')
    expect([bank.isOpen(first.txid), await statusOf(first)]).toEqual([false, 'ended'])
  })

  it('of a charge that a newer one replaced cannot be made, the newer one can be paid', async () => {
    const company = await open()
    const first = await company.charge()
    rig.ports.clock.advance(55 * MINUTE)
    const second = await company.charge()
    await run('billing.charges')
    expect([first, second].map(({ txid }) => bank.isOpen(txid))).toEqual([false, true])
  })

  it('of a charge of whose making nothing was heard is found by its txid', async () => {
    const company = await open()
    const charge = await company.charge()
    await rig.pg.sql(`UPDATE billing.charges SET provider_id = NULL WHERE txid = '${charge.txid}'`)
    await bank.pay(charge.txid, 3_000)
    await run('billing.charges')
    expect(await company.renewals()).toEqual([1])
  })

  it('is asked about less and less once its charge is over, and keeps no other waiting', async () => {
    const [stuck, other] = [await open(), await open()]
    const [lost, charge] = [await stuck.charge(), await other.charge()]
    await rig.pg.sql(
      `UPDATE billing.charges SET check_at = '2020-01-01', provider_id = 'gone' WHERE txid = '${lost.txid}'`,
    )
    bank.fail('gone')
    await bank.pay(charge.txid, 3_000)
    await expect(run('billing.charges')).rejects.toMatchObject({
      errors: [expect.objectContaining({ code: 'ERR_UNAVAILABLE' })],
    })
    await run('billing.charges')
    expect(await other.renewals()).toEqual([1])
    await rig.pg.sql(`DELETE FROM billing.charges WHERE txid = '${lost.txid}'`)
  })

  it('of a deleted company is told to the operator', async () => {
    const company = await open()
    const charge = await company.charge()
    await rig.pg.sql(`DELETE FROM billing.companies WHERE company_id = ${company.id}`)
    await rig.pg.sql(`UPDATE billing.invoices SET status = 'canceled' WHERE company_id = ${company.id}`)
    await bank.pay(charge.txid, 3_000)
    await company.arrive(charge)
    expect(await company.renewals()).toEqual([])
    expect(await listForOperator(company.id)).toMatchObject([
      { reason: 'surplus', companyName: '', value: 30 },
    ])
  })

  it('is not another company’s, by row-level security alone', async () => {
    const [mine, theirs] = [await open(), await open()]
    const charge = await theirs.charge()
    await bank.pay(charge.txid, 1)
    await theirs.arrive(charge)
    expect([await mine.unsettled(), await theirs.unsettled()]).toEqual([[], [['underpaid', 0.01]]])
    const charges = new PgChargeStore()
    const list = (company: number) =>
      rig.ports.db.withTenant(companyId(company), (tx) => charges.listUnsettled(tx, companyId(theirs.id)))
    expect(await list(mine.id)).toEqual([])
    expect(await list(theirs.id)).toHaveLength(1)
  })

  it('and a change of plan at once agree, whichever is first', async () => {
    for (const _round of [1, 2, 3, 4, 5]) {
      const company = await open()
      const charge = await company.charge()
      await bank.pay(charge.txid, 3_000)
      await bank.report(charge.txid)
      await Promise.all([
        company.change({ planId: 3, recurrence: 'ANUAL' }),
        run('billing.invoices'),
        rig.settle(),
        run('billing.charges'),
      ])
      const months = await company.renewals()
      expect([[], [1]]).toContainEqual(months)
      expect(await company.unsettled()).toEqual(months.length === 0 ? [['underpaid', 30]] : [])
    }
  })
})
