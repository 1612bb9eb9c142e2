import {
  planId,
  toRecurrence,
  type BodyOf,
  type createSubscription,
  type Handling,
  type PixChargeView,
  type SubscriptionView,
} from '@balcao/contracts'
import { AppError, SECOND, type Session, type Tx } from '@balcao/kernel'

import { putInvoice, toInvoiceView, type Invoice } from '../invoices'
import { requireCompany, type Company } from '../companies'
import { CHARGE_LIFE_SECONDS, isPayable, toPixChargeView, type Charge } from './charge'
import { chooseTerms, countForChange, type WantedTerms } from './choose-terms'
import { requirePayer, toPayer, toPayerView, type Payer } from './payer'
import type { PaymentDeps } from './payment-deps'
import type { PlanUsage } from './plan-choice'
import { toUnsettledView } from './unsettled'
import type { MadeCharge, PaymentProvider } from './payment-provider.port'

type CheckoutBody = BodyOf<typeof createSubscription>

interface CheckoutRequest {
  body: CheckoutBody
  handling: Handling
  wanted: WantedTerms
  usage: PlanUsage | undefined
}

/*
 * The asked invoice, or the one for the present due date, which alone can be for another plan; locked, so that two checkouts make one
 * charge.
 */
async function lockInvoice(
  deps: PaymentDeps,
  tx: Tx,
  company: Company,
  { body, wanted, usage }: CheckoutRequest,
): Promise<Invoice> {
  const terms = await chooseTerms(deps, tx, company, { ...wanted, usage })
  const present = await putInvoice(deps, tx, company, terms)
  const id = body.invoiceId ?? present?.id
  const invoice = id === undefined ? undefined : await deps.invoices.lock(tx, company.id, id)
  if (!invoice || invoice.status === 'canceled') throw new AppError('ERR_NO_INVOICE_FOUND')
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_ALREADY_PAID')
  if (terms && id !== present?.id) throw new AppError('ERR_NO_INVOICE_FOUND')
  return invoice
}

async function findOrInsertCharge(
  deps: PaymentDeps,
  tx: Tx,
  provider: PaymentProvider,
  invoice: Invoice,
): Promise<Charge> {
  const now = deps.clock.now()
  const wanted = { valueCents: invoice.valueCents, months: invoice.months, provider: provider.name }
  // Older ones are canceled at the provider, also those for what the invoice asks now.
  const [newest] = await deps.charges.listOfInvoice(tx, invoice.companyId, invoice.id)
  if (newest && isPayable(newest, now, wanted)) return newest
  const charge: Charge = {
    ...wanted,
    txid: deps.ids.next().replaceAll('-', ''),
    companyId: invoice.companyId,
    invoiceId: invoice.id,
    providerId: null,
    copyPaste: null,
    status: 'open',
    paidCents: 0,
    refundedCents: 0,
    settledCents: 0,
    resolvedAt: null,
    expiresAt: new Date(now.getTime() + CHARGE_LIFE_SECONDS * SECOND),
    createdAt: now,
  }
  await deps.charges.insert(tx, charge)
  return charge
}

interface Prepared {
  charge: Charge
  invoice: Invoice
  payer: Payer
}

/* What is decided and stored before the provider is called, so that a retry calls it with the same txid. */
const prepareCharge = (
  deps: PaymentDeps,
  session: Session,
  provider: PaymentProvider,
  request: CheckoutRequest,
): Promise<Prepared> =>
  deps.db.withTenant(session.companyId, async (tx) => {
    const company = requireCompany(await deps.companies.lock(tx, session.companyId))
    const given = toPayer(request.body)
    const known = given ?? (await deps.charges.findPayer(tx, company.id))
    const needs = { needsTaxId: provider.needsTaxId, mayBeNobody: request.handling === 'lenient' }
    const payer = { ...requirePayer(known, needs), email: company.email }
    if (given) await deps.charges.savePayer(tx, company.id, given, deps.clock.now())
    const invoice = await lockInvoice(deps, tx, company, request)
    return { charge: await findOrInsertCharge(deps, tx, provider, invoice), invoice, payer }
  })

async function makeCharge(
  deps: PaymentDeps,
  provider: PaymentProvider,
  { charge, invoice, payer }: Prepared,
): Promise<MadeCharge> {
  const { txid, companyId, invoiceId, valueCents, expiresAt } = charge
  const made = await provider.createCharge({
    txid,
    companyId,
    invoiceId,
    valueCents,
    detail: `#Fatura:${invoice.id} ${invoice.detail}`,
    expiresInSeconds: Math.round((expiresAt.getTime() - deps.clock.now().getTime()) / SECOND),
    payer,
  })
  await deps.db.withTenant(companyId, (tx) => deps.charges.setMade(tx, companyId, txid, made))
  return made
}

/**
 * A Pix charge for the company's invoice, at the server's price and for the plan and recurrence that the body names. Idempotent while the
 * charge can be paid.
 * @param handling a lenient caller may leave out who pays, where the provider needs no CPF
 * @throws {AppError} ERR_NO_INVOICE_FOUND, ERR_INVOICE_ALREADY_PAID, ERR_NO_PAYMENT_PROVIDER,
 *   ERR_VALIDATION (who pays), ERR_TAX_ID_INVALID, ERR_NO_PLAN_FOUND, ERR_PLAN_TOO_FEW_USERS, ERR_PLAN_TOO_FEW_CONNECTIONS, ERR_PLAN_TOO_FEW_QUEUES,
 *   ERR_PLAN_TOO_LITTLE_MEDIA,
 *   ERR_UNAVAILABLE, ERR_DEADLINE
 */
export async function startCheckout(
  deps: PaymentDeps,
  session: Session,
  body: CheckoutBody,
  handling: Handling,
): Promise<PixChargeView> {
  const { provider } = deps
  if (!provider) throw new AppError('ERR_NO_PAYMENT_PROVIDER')
  const wanted = {
    planId: body.planId === undefined ? undefined : planId(body.planId),
    recurrence: body.recurrence,
  }
  const usage = await countForChange(deps, session, wanted)
  const prepared = await prepareCharge(deps, session, provider, { body, handling, wanted, usage })
  const { copyPaste } = prepared.charge
  return toPixChargeView(prepared.charge, copyPaste ?? (await makeCharge(deps, provider, prepared)).copyPaste)
}

/** Who paid last, and the invoice to pay. */
export const readSubscription = (deps: PaymentDeps, session: Session): Promise<SubscriptionView> =>
  deps.db.withTenant(session.companyId, async (tx) => {
    const company = requireCompany(await deps.companies.find(tx, session.companyId))
    const payer = await deps.charges.findPayer(tx, company.id)
    const open = await deps.invoices.findOpen(tx, company.id)
    const unsettled = await deps.charges.listUnsettled(tx, company.id)
    return {
      payer: payer ? toPayerView(payer) : null,
      invoice: open ? toInvoiceView(open) : null,
      provider: deps.provider?.name ?? null,
      needsTaxId: deps.provider?.needsTaxId ?? false,
      recurrence: open?.chosen?.recurrence ?? toRecurrence(company.recurrence),
      unsettled: unsettled.map(toUnsettledView),
    }
  })
