import { companyId, planId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { testDatabase, type TestDatabase } from '@balcao/testkit'

import { PgChargeStore } from '../src/adapters/postgres/pg-charge-store'
import { PgCompanyStore } from '../src/adapters/postgres/pg-company-store'
import { PgInvoiceStore } from '../src/adapters/postgres/pg-invoice-store'
import { PgSimulatedChargeStore } from '../src/adapters/postgres/pg-simulated-charge-store'
import { toCompany } from '../src/features/companies/company'
import type { NewInvoice } from '../src/features/invoices/invoice.store'
import type { Charge } from '../src/features/payments/charge.store'
import { billingMigrations } from '../src/migrations'
import { buildCompany } from './support'

const [acme, beta] = [companyId(1), companyId(2)]
const invoices = new PgInvoiceStore()
const charges = new PgChargeStore()
const simulated = new PgSimulatedChargeStore()
const TABLES = ['companies', 'invoices', 'charges', 'payment_events', 'payers', 'simulated_charges']

let pg: TestDatabase

beforeAll(async () => {
  pg = await testDatabase([billingMigrations])
})
beforeEach(async () => {
  await pg.empty(...TABLES.map((table) => `billing.${table}`))
})

const inTenant = <T>(company: CompanyId, work: (tx: Tx) => Promise<T>) =>
  pg.db('billing').withTenant(company, work)
const asPlatform = <T>(work: (tx: Tx) => Promise<T>) => pg.db('billing').asPlatform(work)

const at = (day: number, minute = 0) => new Date(Date.UTC(2026, 10, day, 12, minute))
const chosen = { planId: planId(2), recurrence: 'ANUAL', differenceCents: 500 } as const

const buildInvoice = (company: CompanyId, day: number, over: Partial<NewInvoice> = {}): NewInvoice => ({
  companyId: company,
  detail: 'Plano 1',
  valueCents: 3_000,
  months: 1,
  chosen: null,
  dueAt: at(day),
  dueOn: `2026-11-${String(day).padStart(2, '0')}`,
  createdAt: at(1),
  ...over,
})
const putInvoice = async (company: CompanyId, day: number, over: Partial<NewInvoice> = {}) => {
  const put = await inTenant(company, (tx) => invoices.put(tx, buildInvoice(company, day, over)))
  if (!put) throw new Error('the invoice was there')
  return put
}
const markPaid = (company: CompanyId, id: number) =>
  inTenant(company, (tx) => invoices.markPaid(tx, company, id, at(9)))
const listInvoices = (company: CompanyId, words = '') =>
  inTenant(company, (tx) => invoices.list(tx, company, { words, limit: 20, offset: 0 }))

const buildCharge = (company: CompanyId, txid: string, over: Partial<Charge> = {}): Charge => ({
  txid,
  companyId: company,
  invoiceId: 0,
  provider: 'efi',
  providerId: null,
  copyPaste: null,
  valueCents: 3_000,
  months: 1,
  status: 'open',
  paidCents: 0,
  refundedCents: 0,
  settledCents: 0,
  resolvedAt: null,
  expiresAt: at(2),
  createdAt: at(1),
  ...over,
})
/** Of the company's invoice for the 20th, unless it names another one. */
const putCharge = async (company: CompanyId, txid: string, over: Partial<Charge> = {}) => {
  const known = await inTenant(company, (tx) => invoices.findByDay(tx, company, '2026-11-20'))
  const { id: invoiceId } = known ?? (await putInvoice(company, 20))
  const charge = buildCharge(company, txid, { invoiceId, ...over })
  await inTenant(company, (tx) => charges.insert(tx, charge))
  return charge
}
const findCharge = (company: CompanyId, txid: string) =>
  inTenant(company, (tx) => charges.find(tx, company, txid))

const putSimulated = (company: CompanyId, txid: string) =>
  inTenant(company, (tx) =>
    simulated.put(tx, {
      txid,
      companyId: company,
      valueCents: 3_000,
      copyPaste: `000201${txid}`,
      paidCents: 0,
      canceled: false,
    }),
  )

const payer = {
  name: 'Marina',
  address: 'Rua 1',
  district: 'Boa Vista',
  city: 'Recife',
  state: 'PE',
  zipCode: '50000-000',
  country: 'BR',
  taxId: '',
}

describe('an invoice', () => {
  it('is made once for its day, repriced while it is open, opened again when it was canceled, and stays when it is paid', async () => {
    const put = (over: Partial<NewInvoice> = {}) =>
      inTenant(acme, (tx) => invoices.put(tx, buildInvoice(acme, 20, over)))
    const first = await put()
    const { id } = first!
    expect(first).toEqual({ ...buildInvoice(acme, 20), id, status: 'open', paidAt: null })
    expect(await put()).toBeUndefined()
    expect(await put({ valueCents: 9_500, months: 12, chosen })).toEqual({
      ...first,
      valueCents: 9_500,
      months: 12,
      chosen,
    })
    expect(await put()).toEqual(first)
    await inTenant(acme, (tx) => invoices.cancelAll(tx, acme))
    expect(await put()).toEqual(first)
    expect(await markPaid(acme, id)).toEqual({ ...first, status: 'paid', paidAt: at(9) })
    expect(await put({ valueCents: 1 })).toBeUndefined()
    expect(await listInvoices(acme)).toEqual([{ ...first, status: 'paid', paidAt: at(9) }])
  })

  it('is found by its day, and the first open one as what has to be paid', async () => {
    const [later, earlier] = [await putInvoice(acme, 20), await putInvoice(acme, 10)]
    const findOpen = () => inTenant(acme, (tx) => invoices.findOpen(tx, acme))
    expect(await inTenant(acme, (tx) => invoices.findByDay(tx, acme, '2026-11-10'))).toEqual(earlier)
    expect(await findOpen()).toEqual(later)
    await markPaid(acme, later.id)
    expect(await findOpen()).toEqual(earlier)
    await markPaid(acme, earlier.id)
    expect(await findOpen()).toBeUndefined()
  })

  it('is canceled while it is open and of an earlier day, and then not listed', async () => {
    const [paid, outdated, present] = [
      await putInvoice(acme, 8),
      await putInvoice(acme, 10),
      await putInvoice(acme, 20),
    ]
    await markPaid(acme, paid.id)
    const cancel = () => inTenant(acme, (tx) => invoices.cancelBefore(tx, acme, '2026-11-20'))
    expect(await cancel()).toEqual([{ ...outdated, status: 'canceled' }])
    expect(await cancel()).toEqual([])
    expect((await listInvoices(acme)).map(({ id }) => id)).toEqual([paid.id, present.id])
    await inTenant(acme, (tx) => invoices.cancelAll(tx, acme))
    expect((await listInvoices(acme)).map(({ id }) => id)).toEqual([paid.id])
  })

  it('is for what its company has again, unless it is paid', async () => {
    const [paid, open] = [await putInvoice(acme, 10, { chosen }), await putInvoice(acme, 20, { chosen })]
    await markPaid(acme, paid.id)
    await inTenant(acme, (tx) => invoices.dropChosenTerms(tx, acme))
    expect(await listInvoices(acme)).toEqual([
      { ...paid, status: 'paid', paidAt: at(9) },
      { ...open, chosen: null },
    ])
    expect(
      await pg.sql('SELECT difference_cents, chosen_recurrence FROM billing.invoices ORDER BY id'),
    ).toEqual([
      { difference_cents: 500, chosen_recurrence: 'ANUAL' },
      { difference_cents: 0, chosen_recurrence: null },
    ])
  })

  it('is marked as paid once, and not when it was canceled', async () => {
    const [own, canceled] = [await putInvoice(acme, 20), await putInvoice(acme, 10)]
    await inTenant(acme, (tx) => invoices.cancelBefore(tx, acme, '2026-11-20'))
    const paid = await Promise.all([1, 2, 3].map(() => markPaid(acme, own.id)))
    expect(paid.filter(Boolean)).toEqual([{ ...own, status: 'paid', paidAt: at(9) }])
    expect(await markPaid(acme, canceled.id)).toBeUndefined()
  })

  it('is searched by a part of its detail in any case and by its id; marks of LIKE are letters', async () => {
    const first = await putInvoice(acme, 10, { detail: 'Plano 100%' })
    const second = await putInvoice(acme, 20, { detail: 'Plano 1000' })
    expect(await listInvoices(acme, ' PLANO 100% ')).toEqual([first])
    expect(await listInvoices(acme, 'plano')).toEqual([first, second])
    expect(await listInvoices(acme, `${second.id}`)).toEqual([second])
    const next = await inTenant(acme, (tx) => invoices.list(tx, acme, { words: '', limit: 1, offset: 1 }))
    expect(next).toEqual([second])
  })
})

describe('a charge', () => {
  it('is what was inserted, and has what its provider answered and what was settled', async () => {
    const charge = await putCharge(acme, 'a1', { months: null })
    expect(await findCharge(acme, 'a1')).toEqual(charge)
    const made = { providerId: 'P1', copyPaste: '000201' }
    await inTenant(acme, (tx) => charges.setMade(tx, acme, 'a1', made))
    const { id: invoiceId } = await putInvoice(acme, 21)
    const settled = { ...charge, ...made, status: 'underpaid', paidCents: 10, invoiceId } as const
    await inTenant(acme, (tx) => charges.save(tx, { ...settled, valueCents: 1, months: 9, createdAt: at(8) }))
    // What a charge asks does not change.
    expect(await inTenant(acme, (tx) => charges.lock(tx, acme, 'a1'))).toEqual(settled)
    await inTenant(acme, (tx) => charges.setProviderId(tx, acme, 'a1', 'P2'))
    expect(await asPlatform((tx) => charges.findByProviderId(tx, 'efi', 'P2'))).toEqual({
      ...settled,
      providerId: 'P2',
    })
    expect(await asPlatform((tx) => charges.findByProviderId(tx, 'asaas', 'P2'))).toBeUndefined()
  })

  it('ends once, and not when it was settled', async () => {
    await putCharge(acme, 'a1')
    await putCharge(acme, 'a2', { status: 'paid' })
    const end = (txid: string) => inTenant(acme, (tx) => charges.end(tx, acme, txid))
    expect((await Promise.all(['a1', 'a1', 'a1'].map(end))).filter(Boolean)).toEqual([true])
    expect(await end('a2')).toBe(false)
    expect([(await findCharge(acme, 'a1'))?.status, (await findCharge(acme, 'a2'))?.status]).toEqual([
      'ended',
      'paid',
    ])
  })

  it('is listed with its invoice’s, the newest first', async () => {
    const [first, second] = [await putCharge(acme, 'a1'), await putCharge(acme, 'a2', { createdAt: at(2) })]
    await putCharge(acme, 'a3', { invoiceId: (await putInvoice(acme, 21)).id })
    await putCharge(beta, 'b1')
    expect(await inTenant(acme, (tx) => charges.listOfInvoice(tx, acme, first.invoiceId))).toEqual([
      second,
      first,
    ])
  })

  it('is asked about when its time has come, of every company, the longest overdue first', async () => {
    const [a1, b1] = [await putCharge(acme, 'a1'), await putCharge(beta, 'b1')]
    await putCharge(acme, 'a2')
    await putCharge(acme, 'a3', { status: 'ended' })
    await putCharge(acme, 'a4', { provider: 'asaas' })
    const checks = [
      [acme, 'a1', 5],
      [beta, 'b1', 3],
      [acme, 'a2', 7],
      [acme, 'a3', 1],
      [acme, 'a4', 1],
    ] as const
    for (const [company, txid, minute] of checks)
      await inTenant(company, (tx) => charges.setCheckAt(tx, company, txid, at(1, minute)))
    const due = (limit: number) =>
      asPlatform((tx) => charges.listDue(tx, { provider: 'efi', now: at(1, 6), limit }))
    expect(await due(10)).toEqual([b1, a1])
    expect(await due(1)).toEqual([b1])
  })

  it('that was not settled as it was paid is listed for its company and, with its name, for operators, until one decides', async () => {
    await inTenant(acme, (tx) => new PgCompanyStore().save(tx, toCompany(buildCompany(acme)), at(1)))
    const surplus = { paidCents: 3_000, status: 'surplus' } as const
    const [a1, b1] = [
      await putCharge(acme, 'a1', surplus),
      await putCharge(beta, 'b1', { ...surplus, createdAt: at(2) }),
    ]
    await putCharge(acme, 'a2', { paidCents: 3_000, settledCents: 3_000, status: 'paid' })
    await putCharge(acme, 'a3', { paidCents: 3_000, refundedCents: 3_000, status: 'refunded' })
    const listAll = () => asPlatform((tx) => charges.listAllUnsettled(tx))
    const resolve = (txid: string) => asPlatform((tx) => charges.resolve(tx, txid, at(9)))
    expect(await inTenant(acme, (tx) => charges.listUnsettled(tx, acme))).toEqual([a1])
    expect(await listAll()).toEqual([
      { charge: b1, companyName: '' },
      { charge: a1, companyName: 'Company 1' },
    ])
    const resolved = await Promise.all([resolve('a1'), resolve('a1')])
    expect(resolved.filter(Boolean)).toEqual([{ ...a1, resolvedAt: at(9) }])
    expect(await resolve('a2')).toBeUndefined()
    expect(await inTenant(acme, (tx) => charges.listUnsettled(tx, acme))).toEqual([])
    expect(await listAll()).toEqual([{ charge: b1, companyName: '' }])
  })

  it('counts each report of a provider once, whatever company it names', async () => {
    const [a1, b1] = [await putCharge(acme, 'a1'), await putCharge(beta, 'b1', { provider: 'asaas' })]
    const claim = (charge: Charge, eventId: string) =>
      inTenant(charge.companyId, (tx) => charges.claimReport(tx, charge, eventId, at(9)))
    expect((await Promise.all([1, 2, 3].map(() => claim(a1, 'e1')))).filter(Boolean)).toEqual([true])
    expect([await claim(a1, 'e2'), await claim(b1, 'e1')]).toEqual([true, true])
    expect(
      await pg.sql('SELECT company_id, txid, received_at FROM billing.payment_events ORDER BY txid LIMIT 1'),
    ).toEqual([{ company_id: acme, txid: 'a1', received_at: at(9) }])
  })
})

describe('a payer', () => {
  it('is one for each company, kept, replaced and deleted', async () => {
    const save = (company: CompanyId, name: string, day: number) =>
      inTenant(company, (tx) => charges.savePayer(tx, company, { ...payer, name }, at(day)))
    const find = (company: CompanyId) => inTenant(company, (tx) => charges.findPayer(tx, company))
    await save(acme, 'Marina', 1)
    await save(beta, 'Davi', 1)
    await save(acme, 'Nara', 3)
    expect([await find(acme), await find(beta)]).toEqual([
      { ...payer, name: 'Nara' },
      { ...payer, name: 'Davi' },
    ])
    expect(await pg.sql('SELECT updated_at FROM billing.payers ORDER BY company_id')).toEqual([
      { updated_at: at(3) },
      { updated_at: at(1) },
    ])
    const listed = await asPlatform((tx) => charges.listPayers(tx, [beta, companyId(3)]))
    expect(listed).toEqual([{ companyId: beta, payer: { ...payer, name: 'Davi' } }])
    await inTenant(acme, (tx) => charges.deletePayer(tx, acme))
    expect([await find(acme), await find(beta)]).toEqual([undefined, { ...payer, name: 'Davi' }])
  })
})

describe('a simulated charge', () => {
  it('is the first of its txid, is paid unless it was canceled, and canceled unless it was paid', async () => {
    const first = await putSimulated(acme, 's1')
    const again = await inTenant(acme, (tx) => simulated.put(tx, { ...first, valueCents: 1 }))
    expect(again).toEqual(first)
    const pay = (txid: string) => inTenant(acme, (tx) => simulated.pay(tx, acme, txid))
    await putSimulated(acme, 's2')
    await asPlatform((tx) => simulated.cancelAny(tx, 's2'))
    expect(await pay('s1')).toEqual({ ...first, paidCents: 3_000 })
    expect(await pay('s2')).toMatchObject({ paidCents: 0, canceled: true })
    await asPlatform((tx) => simulated.cancelAny(tx, 's1'))
    expect(await asPlatform((tx) => simulated.findAny(tx, 's1'))).toMatchObject({ canceled: false })
  })
})

describe('another company', () => {
  type Touch = (tx: Tx, company: CompanyId, id: number) => Promise<unknown>
  const touches: readonly (readonly [string, Touch])[] = [
    ['invoices: list', (tx, own) => invoices.list(tx, own, { words: '', limit: 20, offset: 0 })],
    ['invoices: findOpen', (tx, own) => invoices.findOpen(tx, own)],
    ['invoices: find', (tx, own, id) => invoices.find(tx, own, id)],
    ['invoices: lock', (tx, own, id) => invoices.lock(tx, own, id)],
    ['invoices: findByDay', (tx, own) => invoices.findByDay(tx, own, '2026-11-20')],
    ['invoices: markPaid', (tx, own, id) => invoices.markPaid(tx, own, id, at(9))],
    ['invoices: dropChosenTerms', (tx, own) => invoices.dropChosenTerms(tx, own)],
    ['invoices: cancelBefore', (tx, own) => invoices.cancelBefore(tx, own, '2026-12-01')],
    ['invoices: cancelAll', (tx, own) => invoices.cancelAll(tx, own)],
    ['charges: find', (tx, own) => charges.find(tx, own, 'a1')],
    ['charges: lock', (tx, own) => charges.lock(tx, own, 'a1')],
    ['charges: listOfInvoice', (tx, own, id) => charges.listOfInvoice(tx, own, id)],
    ['charges: listUnsettled', (tx, own) => charges.listUnsettled(tx, own)],
    ['charges: setMade', (tx, own) => charges.setMade(tx, own, 'a1', { providerId: 'X', copyPaste: 'X' })],
    ['charges: save', (tx, own, invoiceId) => charges.save(tx, buildCharge(own, 'a1', { invoiceId }))],
    ['charges: end', (tx, own) => charges.end(tx, own, 'a1')],
    ['charges: setCheckAt', (tx, own) => charges.setCheckAt(tx, own, 'a1', at(9))],
    ['charges: setProviderId', (tx, own) => charges.setProviderId(tx, own, 'a1', 'X')],
    ['payers: find', (tx, own) => charges.findPayer(tx, own)],
    ['payers: list', (tx, own) => charges.listPayers(tx, [own])],
    ['payers: delete', (tx, own) => charges.deletePayer(tx, own)],
    ['simulated charges: find', (tx, own) => simulated.find(tx, own, 's1')],
    ['simulated charges: pay', (tx, own) => simulated.pay(tx, own, 's1')],
  ]
  const readRows = async () => {
    const tables = ['invoices', 'charges', 'payers', 'simulated_charges']
    return Promise.all(tables.map((table) => pg.sql(`SELECT * FROM billing.${table}`)))
  }
  const isNothing = (answer: unknown) =>
    answer === undefined || answer === false || (Array.isArray(answer) && answer.length === 0)

  it.each(touches)('finds and changes nothing of ours: %s', async (_name, touch) => {
    const { id } = await putInvoice(acme, 20, { chosen })
    await putCharge(acme, 'a1', { paidCents: 3_000 })
    await inTenant(acme, (tx) => charges.savePayer(tx, acme, payer, at(1)))
    await putSimulated(acme, 's1')
    const before = await readRows()
    const answers = [
      // By row-level security alone, and by the statement's own condition alone.
      await inTenant(beta, (tx) => touch(tx, acme, id)),
      await asPlatform((tx) => touch(tx, beta, id)),
    ]
    expect(answers.filter((answer) => !isNothing(answer))).toEqual([])
    expect(await readRows()).toEqual(before)
    // The same touch in our own transaction answers or changes something: it is not refused for another reason.
    const own = await inTenant(acme, (tx) => touch(tx, acme, id))
    expect(!isNothing(own) || JSON.stringify(await readRows()) !== JSON.stringify(before)).toBe(true)
  })
})
