import { companyId, type InvoiceView, type PixChargeView, type SubscriptionView } from '@balcao/contracts'
import { DAY, HOUR, MINUTE, systemClock } from '@balcao/kernel'
import { fixedClock, killEverywhere, readOutbox } from '@balcao/testkit'

import { AsaasProvider } from '../src/adapters/payments/asaas-provider'
import { EfiProvider } from '../src/adapters/payments/efi-provider'
import { SimulatedProvider } from '../src/adapters/payments/simulated-provider'
import { PgCompanyStore } from '../src/adapters/postgres/pg-company-store'
import { PgInvoiceStore } from '../src/adapters/postgres/pg-invoice-store'
import { PgPlanStore } from '../src/adapters/postgres/pg-plan-store'
import { PgSimulatedChargeStore } from '../src/adapters/postgres/pg-simulated-charge-store'
import { makeInvoices } from '../src/features/invoices/make-invoices'
import { ASAAS_KEY, EFI, startFakeAsaas, startFakeEfi } from './fake-providers'
import { buildOrder, describePaymentProvider } from './payment-provider.contract'
import { buildCompany, PAYER, startBilling, type BillingRig } from './support'

const SECRET = 's3cret_of_the_webhook_0123456789ab'
const WRONG = 'x'.repeat(SECRET.length)

let efi: Awaited<ReturnType<typeof startFakeEfi>>
let oldEfi: Awaited<ReturnType<typeof startFakeEfi>>
let asaas: Awaited<ReturnType<typeof startFakeAsaas>>
let rig: BillingRig

beforeAll(async () => {
  ;[efi, oldEfi, asaas] = [
    await startFakeEfi(),
    await startFakeEfi({ hasOldAnswers: true }),
    await startFakeAsaas(),
  ]
  rig = await startBilling({ payments: { kind: 'efi', url: efi.url, ...EFI, webhookSecret: SECRET } })
})
afterAll(() => Promise.all([efi, oldEfi, asaas].map((fake) => fake.stop())))

const efiCall = (txid: string, hmac?: string) => ({
  headers: {},
  query: hmac === undefined ? {} : { hmac },
  body: { pix: [{ endToEndId: `E${txid}`, txid, valor: '30.00' }] },
})

const startEfi = async (fake: typeof efi) => ({
  provider: new EfiProvider({ url: fake.url, ...EFI, webhookSecret: SECRET }, systemClock),
  pay: async (id: string, cents: number) => fake.pay(id, cents),
  refund: async (id: string, cents: number) => fake.refund(id, cents),
  countCharges: async () => fake.charges.size,
  buildWebhook: (id: string) => efiCall(id, SECRET),
  forgeries: (id: string) => [efiCall(id), efiCall(id, WRONG), efiCall(id, '')],
})

describePaymentProvider('Efí', () => startEfi(efi))
describePaymentProvider('Efí with the code in a location', () => startEfi(oldEfi))
describePaymentProvider('Asaas', async () => {
  const call = (id: string, token?: string) => ({
    headers: token === undefined ? {} : { 'asaas-access-token': token },
    query: {},
    body: { id: `evt_${id}`, event: 'PAYMENT_RECEIVED', payment: { id, value: 30 } },
  })
  return {
    provider: new AsaasProvider({ url: asaas.url, apiKey: ASAAS_KEY, webhookSecret: SECRET }, systemClock),
    pay: async (id, cents) => asaas.pay(id, cents),
    refund: async (id, cents) => asaas.refund(id, cents),
    countCharges: async () => asaas.payments.size,
    buildWebhook: (id) => call(id, SECRET),
    forgeries: (id) => [call(id), call(id, WRONG), call(id, '')],
  }
})
describePaymentProvider('the simulated provider', async () => {
  const { db } = rig.ports
  const store = new PgSimulatedChargeStore()
  return {
    provider: new SimulatedProvider(db, store),
    // Its page pays the whole value.
    pay: async (id) => void (await db.withTenant(companyId(1), (tx) => store.pay(tx, companyId(1), id))),
    countCharges: async () => (await rig.pg.sql('SELECT FROM billing.simulated_charges')).length,
    forgeries: (id) => [efiCall(id, SECRET)],
  }
})

it('Efí: a token that was revoked is renewed, and one customer is made at Asaas for a company', async () => {
  const provider = new EfiProvider({ url: efi.url, ...EFI, webhookSecret: SECRET }, systemClock)
  const { providerId } = await provider.createCharge(buildOrder('a'.repeat(32)))
  efi.state.valid = 'revoked'
  expect(await provider.findCharge(providerId)).toEqual({ kind: 'open' })
  expect([...asaas.customers.values()].map(({ cpfCnpj }) => cpfCnpj)).toEqual(['52998224725'])
  expect(efi.charges.get(providerId)?.devedor).toEqual({ nome: 'Marina', cpf: '52998224725' })
})

it('Efí: a charge whose time is over has ended, though it is called active', async () => {
  const madeAt = new Date('2026-11-20T12:00:00Z')
  const fake = await startFakeEfi({ now: () => madeAt })
  const clock = fixedClock(madeAt)
  const provider = new EfiProvider({ url: fake.url, ...EFI, webhookSecret: SECRET }, clock)
  const { providerId } = await provider.createCharge(buildOrder('b'.repeat(32)))
  clock.advance(89 * MINUTE)
  expect(await provider.findCharge(providerId)).toEqual({ kind: 'open' })
  clock.advance(2 * MINUTE)
  expect(await provider.findCharge(providerId)).toEqual({ kind: 'ended' })
  await fake.stop()
})

describe('invoices', () => {
  const run = () =>
    rig.service.jobs.find(({ name }) => name === 'billing.invoices')!.run(new AbortController().signal)
  const at = (days: number) => new Date(rig.ports.clock.now().getTime() + days * DAY)
  const list = async (company: number, query = '') => {
    const token = await rig.login(company, 10_000 + company, { profile: 'admin' })
    return (await rig.get(`/invoices/all${query}`, token)).body as unknown as InvoiceView[]
  }

  it('are made 20 days ahead, once, whatever runs at once', async () => {
    await rig.tell(buildCompany(101, { dueAt: at(19), recurrence: 'TRIMESTRAL' }))
    await rig.tell(buildCompany(102, { dueAt: at(21) }))
    await rig.tell(buildCompany(103, { dueAt: at(5), active: false }))
    await rig.tell(buildCompany(104, { dueAt: undefined }))
    await Promise.all([run(), run(), run()])
    await run()
    expect(await list(101)).toEqual([
      {
        id: expect.any(Number),
        companyId: 101,
        detail: 'Plano 1',
        value: 90,
        dueDate: at(19).toISOString(),
        status: 'open',
        createdAt: expect.any(String),
      },
    ])
    for (const none of [102, 103, 104]) expect(await list(none)).toEqual([])
    const told = (await readOutbox(rig.pg, 'billing', 'invoiceChanged')).filter(
      ({ companyId: id }) => id === 101,
    )
    expect(told).toHaveLength(1)
  })

  it('follow another price; one of an earlier due date is canceled, and comes back with the date', async () => {
    await rig.tell(buildCompany(111, { dueAt: at(3), revision: 1 }))
    await run()
    const [first] = await list(111)
    await rig.tell(buildCompany(111, { dueAt: at(3), planId: 2, revision: 2 }))
    await run()
    expect(await list(111)).toEqual([{ ...first, detail: 'Plano 2', value: 15 }])
    await rig.tell(buildCompany(111, { dueAt: at(10), planId: 2, revision: 3 }))
    await run()
    const [moved] = await list(111)
    expect([moved?.dueDate, moved?.id === first?.id]).toEqual([at(10).toISOString(), false])
    await rig.tell(buildCompany(111, { dueAt: at(3), planId: 2, revision: 4 }))
    await run()
    expect((await list(111)).map(({ id }) => id)).toContain(first?.id)
  })

  it('are there once each, wherever the job is killed, and told once', async () => {
    const companies = [121, 122, 123]
    for (const id of companies) await rig.tell(buildCompany(id, { dueAt: at(7) }))
    const stores = {
      companies: new PgCompanyStore(),
      plans: new PgPlanStore(),
      invoices: new PgInvoiceStore(),
    }
    const kills = await killEverywhere(rig.ports.db, (db) =>
      makeInvoices({ ...rig.ports, ...stores, db }, new AbortController().signal),
    )
    expect(kills).toBeGreaterThan(companies.length)
    for (const id of companies) expect(await list(id)).toHaveLength(1)
    const told = await readOutbox(rig.pg, 'billing', 'invoiceChanged')
    for (const id of companies) expect(told.filter(({ companyId: of }) => of === id)).toHaveLength(1)
  })

  it('are there behind a thousand companies whose own cannot be made', async () => {
    await rig.tell(buildCompany(181, { dueAt: at(7) }))
    await rig.pg.sql(
      `INSERT INTO billing.companies SELECT r.* FROM billing.companies t, generate_series(1, 1000) n,
         jsonb_populate_record(t, jsonb_build_object('company_id', 20000 + n)) r WHERE t.company_id = 181`,
    )
    await rig.tell(buildCompany(30_000, { dueAt: at(7) }))
    const stores = {
      companies: new PgCompanyStore(),
      plans: new PgPlanStore(),
      invoices: new PgInvoiceStore(),
    }
    const { db } = rig.ports
    const stuck: typeof db = {
      asPlatform: (work, of) => db.asPlatform(work, of),
      onEachPrimary: (work) => db.onEachPrimary(work),
      withTenant: (company, work) =>
        company > 20_000 && company < 30_000
          ? Promise.reject(new Error('stuck'))
          : db.withTenant(company, work),
    }
    await expect(
      makeInvoices({ ...rig.ports, ...stores, db: stuck }, new AbortController().signal),
    ).rejects.toMatchObject({ errors: { length: 1_000 } })
    expect(await list(30_000)).toHaveLength(1)
    await rig.pg.sql('DELETE FROM billing.companies WHERE company_id BETWEEN 20001 AND 21000')
  })

  it('are searched by id and detail, and come in pages where a page is asked for', async () => {
    await rig.pg
      .sql(`INSERT INTO billing.invoices (company_id, detail, value_cents, months, due_at, due_on, status, created_at)
      SELECT 131 + number % 2, CASE WHEN number < 5 THEN 'Plano 100%' ELSE 'Plano 1000' END, 100, 1, now(), 'day ' || number, 'paid', now()
      FROM generate_series(1, 50) number`)
    const all = await list(131)
    expect([all.length, (await list(131, '?pageNumber=1')).length]).toEqual([25, 20])
    expect(await list(131, '?pageNumber=2')).toEqual(all.slice(20))
    expect(await list(131, '?pageNumber=3')).toEqual([])
    expect(await list(131, `?searchParam=${encodeURIComponent('PLANO 100%')}`)).toEqual(all.slice(0, 2))
    expect(await list(131, `?searchParam=${all[7]!.id}&pageNumber=1`)).toEqual([all[7]])
    const [other] = await list(132)
    expect(await list(131, `?searchParam=${other!.id}`)).toEqual([])
  })

  it('another company’s are not found, by row-level security alone', async () => {
    const store = new PgInvoiceStore()
    const [own] = await list(101)
    const find = (company: number) =>
      rig.ports.db.withTenant(companyId(company), (tx) => store.find(tx, companyId(101), own!.id))
    expect(await find(101)).toMatchObject({ id: own!.id })
    expect(await find(102)).toBeUndefined()
  })
})

describe('a checkout', () => {
  let count = 200
  const open = async () => {
    count += 1
    const id = count
    await rig.tell(buildCompany(id, { dueAt: new Date(rig.ports.clock.now().getTime() + 5 * DAY) }))
    const token = await rig.login(id, 10_000 + id, { profile: 'admin' })
    const call = async <T>(method: string, route: string, body?: unknown) => {
      const answer = await rig.call(method, route, { token, body })
      return { status: answer.status, body: answer.body as T & { error?: string } }
    }
    return {
      id,
      call,
      pay: (body: object = {}) => call<PixChargeView>('POST', '/subscription', { ...PAYER, ...body }),
    }
  }
  const report = (txid: string, secret = SECRET, event = `E${txid}`) =>
    rig.call('POST', `/subscription/webhook/efi/pix?hmac=${secret}`, {
      body: { pix: [{ endToEndId: event, txid, valor: '30.00' }] },
    })
  const listPaid = async (id: number) =>
    (await readOutbox(rig.pg, 'billing', 'invoicePaid')).filter((event) => event.companyId === id)

  it('charges the plan’s price, whatever the browser says, and the same charge on a repeat', async () => {
    const { call, pay } = await open()
    const body = { firstName: 'Marina' }
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        pay({ ...body, price: 0.01, users: 999, plan: '{}', cardNumber: '4111', cvv: '1' }),
      ),
    )
    const [charge] = answers.map((answer) => answer.body)
    expect(charge).toMatchObject({
      valor: { original: '30.00' },
      calendario: { expiracao: 3_600 },
      qrcode: { qrcode: expect.stringMatching(/^000201/) },
    })
    expect(new Set(answers.map((answer) => answer.body.txid)).size).toBe(1)
    expect((await call<SubscriptionView>('GET', '/subscription')).body).toMatchObject({
      provider: 'efi',
      payer: { firstName: 'Marina', city: 'Recife' },
      invoice: { id: charge!.invoiceId, value: 30, status: 'open' },
    })
    expect(JSON.stringify(await rig.pg.sql('SELECT * FROM billing.payers'))).not.toContain('4111')
    rig.ports.clock.advance(55 * MINUTE)
    expect((await pay()).body.txid).not.toBe(charge!.txid)
  })

  it('keeps a right CPF or CNPJ, without punctuation, and refuses a wrong one', async () => {
    const { call, pay } = await open()
    const payer = { firstName: 'Marina', country: 'BR' }
    const wrong = await pay({ ...payer, taxId: '529.982.247-26' })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'ERR_TAX_ID_INVALID'])
    const { body } = await pay({ ...payer, taxId: '12.abc.345/01de-35' })
    expect(efi.charges.get(body.txid)?.devedor).toEqual({ nome: 'Marina', cnpj: '12ABC34501DE35' })
    expect((await call<SubscriptionView>('GET', '/subscription')).body).toMatchObject({
      payer: { taxId: '12ABC34501DE35' },
      needsTaxId: false,
      recurrence: 'MENSAL',
    })
  })

  it('charges nobody of whom it does not know enough, and says what is missing by field', async () => {
    const { id, call, pay } = await open()
    const other = await open()
    await other.pay()
    const bare = await call<{ fields: object }>('POST', '/subscription', {})
    expect(bare).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(Object.keys(bare.body.fields)).toEqual(['firstName', 'address2', 'city', 'zipcode', 'country'])
    const wrong = { city: '', zipcode: '5000', taxId: '529.982.247-26' }
    expect((await pay(wrong)).body).toMatchObject({
      error: 'ERR_VALIDATION',
      fields: {
        city: 'Cidade é obrigatória',
        zipcode: 'CEP inválido',
        taxId: 'CPF ou CNPJ inválido',
      },
    })
    for (const table of ['charges', 'payers'])
      expect(await rig.pg.sql(`SELECT FROM billing.${table} WHERE company_id = ${id}`)).toEqual([])
    expect((await pay()).status).toBe(200)
    expect((await call('POST', '/subscription', {})).status).toBe(200)
  })

  it('charges nobody by name for a form that leaves all of that empty, as other clients do, and checks who is named', async () => {
    const { id } = await open()
    const token = await rig.login(id, 40_000 + id, { profile: 'admin' })
    const post = (body: object) => rig.call('POST', '/subscription', { token, body, handling: 'lenient' })
    expect((await post({ firstName: 'Marina', city: '' })).status).toBe(400)
    const answer = await post({ firstName: '', address2: '', city: '', zipcode: '', country: '' })
    const charge = answer.body as PixChargeView
    expect([answer.status, charge.valor.original]).toEqual([200, '30.00'])
    expect(efi.charges.get(charge.txid)).not.toHaveProperty('devedor')
    expect(await rig.pg.sql(`SELECT FROM billing.payers WHERE company_id = ${id}`)).toEqual([])
  })

  it('tells auth who paid last for the companies that it names, and of no other', async () => {
    const [one, other, none] = [await open(), await open(), await open()]
    const payer = {
      firstName: 'Marina',
      address2: 'Rua 1',
      district: 'Boa Vista',
      city: 'Recife',
      country: 'BR',
    }
    await one.pay({ ...payer, zipcode: '50000-000', state: 'PE' })
    await other.pay({ ...payer, firstName: 'Outra' })
    const { payers } = await rig.rpc.billing.listPayers({ companyIds: [one.id, none.id] })
    expect(payers).toEqual([
      {
        companyId: one.id,
        name: 'Marina',
        zipCode: '50000-000',
        address: 'Rua 1',
        state: 'PE',
        city: 'Recife',
        district: 'Boa Vista',
      },
    ])
  })

  it('another company’s invoice is not there; a paid one conflicts', async () => {
    const [mine, theirs] = [await open(), await open()]
    const { body } = await theirs.pay()
    const foreign = await mine.pay({ invoiceId: body.invoiceId })
    expect([foreign.status, foreign.body.error]).toEqual([404, 'ERR_NO_INVOICE_FOUND'])
    expect((await mine.pay({ invoiceId: 2_000_000_000 })).body.error).toBe('ERR_NO_INVOICE_FOUND')
    efi.pay(body.txid, 3_000)
    await report(body.txid)
    await rig.settle()
    expect((await theirs.pay({ invoiceId: body.invoiceId })).body.error).toBe('ERR_INVOICE_ALREADY_PAID')
  })

  it('50 reports at once, and others later, renew once', async () => {
    const { id, call, pay } = await open()
    const { body } = await pay()
    efi.pay(body.txid, 3_000)
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(body.txid)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await Promise.all([
      rig.settle(),
      rig.service.jobs.find(({ name }) => name === 'billing.charges')!.run(new AbortController().signal),
    ])
    for (const event of ['E1', 'E2']) await report(body.txid, SECRET, event + body.txid)
    await rig.settle()
    expect(await listPaid(id)).toMatchObject([{ body: { value: { invoiceId: body.invoiceId, months: 1 } } }])
    expect((await call<InvoiceView[]>('GET', '/invoices/all')).body).toMatchObject([{ status: 'paid' }])
  })

  it('counts what the provider says, not what a call says', async () => {
    const { id, pay } = await open()
    const { body } = await pay()
    expect((await report(body.txid, WRONG)).status).toBe(401)
    expect((await rig.call('POST', '/subscription/webhook/asaas', { body: {} })).status).toBe(401)
    expect((await report('0'.repeat(32))).status).toBe(200)
    await report(body.txid)
    await rig.settle()
    expect(await listPaid(id)).toEqual([])
    efi.pay(body.txid, 2_999)
    await report(body.txid, SECRET, 'E-short')
    await rig.settle()
    expect(await listPaid(id)).toEqual([])
    expect(
      await rig.call('POST', `/subscription/webhook/efi?hmac=${SECRET}`, {
        body: { evento: 'teste_webhook' },
      }),
    ).toEqual({
      status: 200,
      body: { ok: true },
    })
  })

  it('is settled without any report, while the charge can have been paid', async () => {
    const { id, pay } = await open()
    const { body } = await pay()
    efi.pay(body.txid, 3_000)
    rig.ports.clock.advance(HOUR)
    await rig.service.jobs.find(({ name }) => name === 'billing.charges')!.run(new AbortController().signal)
    expect(await listPaid(id)).toHaveLength(1)
  })

  it('that two charges paid renews once', async () => {
    const { id, pay } = await open()
    const first = (await pay()).body
    rig.ports.clock.advance(55 * MINUTE)
    const second = (await pay()).body
    expect(second.invoiceId).toBe(first.invoiceId)
    for (const { txid } of [first, second]) {
      efi.pay(txid, 3_000)
      await report(txid)
    }
    await rig.settle()
    expect(await listPaid(id)).toHaveLength(1)
  })

  it('is the administrators’ and works past the due date', async () => {
    const { id } = await open()
    const agent = await rig.login(id, 20_000 + id, { profile: 'user' })
    expect((await rig.call('POST', '/subscription', { token: agent, body: {} })).status).toBe(403)
    const late = await rig.login(id, 30_000 + id, { profile: 'admin', dueAt: new Date('2020-01-01') })
    expect((await rig.call('POST', '/subscription', { token: late, body: PAYER })).status).toBe(200)
  })

  it('goes with its company: open invoices are canceled, paid ones stay', async () => {
    const { id, pay } = await open()
    await pay({ firstName: 'Marina' })
    const { deskEvent, orderingKeys } = await import('@balcao/contracts/wire')
    const event = deskEvent(rig.ports, orderingKeys.company(companyId(id)), 'companyDeleted', {})
    await rig.service.consumers[0]?.handle({ event, attempt: 1 })
    const rows = await rig.pg.sql<{ status: string }>(
      `SELECT status FROM billing.invoices WHERE company_id = ${id}`,
    )
    expect(rows).toEqual([{ status: 'canceled' }])
    for (const table of ['companies', 'payers'])
      expect(await rig.pg.sql(`SELECT FROM billing.${table} WHERE company_id = ${id}`)).toEqual([])
  })
})
