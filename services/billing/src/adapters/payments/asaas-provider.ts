import { toSaoPauloDay } from '@balcao/contracts'
import { type Clock, isRecord, readRecords, readText } from '@balcao/kernel'

import {
  type ChargeOrder,
  type ChargeState,
  type MadeCharge,
  type Payment,
  type PaymentProvider,
  type ReportedCharge,
  type WebhookCall,
} from '../../features/payments/payment-provider.port'
import {
  assertAllowed,
  assertSecret,
  createProviderCall,
  readCents,
  readCharge,
  refusedBy,
  type ProviderAnswer,
  type ProviderEndpoint,
  type ProviderRequest,
} from './provider-http'

export interface AsaasSettings extends ProviderEndpoint {
  apiKey: string
  /** Sent by Asaas in the header `asaas-access-token`. */
  webhookSecret: string
}

const PAID = new Set(['RECEIVED', 'CONFIRMED', 'RECEIVED_IN_CASH', 'DUNNING_RECEIVED'])
/* The money has gone back, or somebody demands it back. */
const REFUNDED = new Set([
  'REFUNDED',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
])
const OPEN = new Set(['PENDING', 'OVERDUE', 'AWAITING_RISK_ANALYSIS', 'DUNNING_REQUESTED'])

/* A part that was refunded leaves the status as it was. */
function readPayment(status: string, { value, refunds }: Record<string, unknown>): Payment {
  const paidCents = readCents('payment', [value])
  if (REFUNDED.has(status)) return { paidCents, refundedCents: paidCents }
  const made = readRecords(refunds).filter((refund) => refund.status !== 'CANCELLED')
  return {
    paidCents,
    refundedCents: readCents(
      'refunds',
      made.map((refund) => refund.value),
    ),
  }
}

/** The API of Asaas: a payment of type PIX, found again by our txid in `externalReference`. */
export class AsaasProvider implements PaymentProvider {
  readonly name = 'asaas'
  readonly needsTaxId = true
  private readonly send

  constructor(
    private readonly settings: AsaasSettings,
    private readonly clock: Clock,
  ) {
    this.send = createProviderCall(settings)
  }

  async createCharge(order: ChargeOrder): Promise<MadeCharge> {
    const id = (await this.findFirst('payments', order.txid)) ?? (await this.createPayment(order))
    const code = await this.call('GET', `/v3/payments/${id}/pixQrCode`)
    const copyPaste = readText(code.body.payload)
    if (copyPaste === '') throw refusedBy('pixQrCode', code)
    return { providerId: id, copyPaste }
  }

  async findCharge(providerId: string): Promise<ChargeState> {
    const path = `/v3/payments/${encodeURIComponent(providerId)}`
    const payment = readCharge('payment', await this.call('GET', path))
    if (!payment) return { kind: 'ended' }
    const status = readText(payment.status)
    if (PAID.has(status) || REFUNDED.has(status)) return { kind: 'paid', ...readPayment(status, payment) }
    return payment.deleted !== true && OPEN.has(status) ? { kind: 'open' } : { kind: 'ended' }
  }

  findProviderId(txid: string): Promise<string | undefined> {
    return this.findFirst('payments', txid)
  }

  async cancelCharge(providerId: string): Promise<void> {
    assertAllowed('payment', await this.call('DELETE', `/v3/payments/${encodeURIComponent(providerId)}`))
  }

  readWebhook({ headers, body }: WebhookCall): ReportedCharge[] {
    assertSecret(headers['asaas-access-token'], this.settings.webhookSecret)
    if (!isRecord(body) || !isRecord(body.payment)) return []
    const providerId = readText(body.payment.id)
    const eventId = readText(body.id) || `${providerId}:${readText(body.event)}`
    return providerId === '' ? [] : [{ providerId, eventId }]
  }

  private async createPayment(order: ChargeOrder): Promise<string> {
    return this.create('payments', {
      customer: await this.findOrCreateCustomer(order),
      billingType: 'PIX',
      value: order.valueCents / 100,
      dueDate: toSaoPauloDay(this.clock.now()),
      description: order.detail,
      externalReference: order.txid,
    })
  }

  private async findOrCreateCustomer({ companyId, payer }: ChargeOrder): Promise<string> {
    // Another CPF or CNPJ is another customer: Asaas bills whom it knows under the reference.
    const externalReference = ['company', companyId, payer.taxId].filter(Boolean).join('-')
    const known = await this.findFirst('customers', externalReference)
    if (known !== undefined) return known
    const { name, email, taxId, country } = payer
    const identity = country === 'usa' ? { foreignCustomer: true } : { cpfCnpj: taxId }
    return this.create('customers', { name, email, externalReference, ...identity })
  }

  private async findFirst(what: 'payments' | 'customers', reference: string): Promise<string | undefined> {
    const answer = await this.call('GET', `/v3/${what}?externalReference=${encodeURIComponent(reference)}`)
    if (answer.status !== 200) throw refusedBy(what, answer)
    return readRecords(answer.body.data).map(({ id }) => readText(id))[0]
  }

  private async create(what: 'payments' | 'customers', body: unknown): Promise<string> {
    const answer = await this.call('POST', `/v3/${what}`, body)
    const id = readText(answer.body.id)
    if (id === '') throw refusedBy(what, answer)
    return id
  }

  private call(method: ProviderRequest['method'], path: string, body?: unknown): Promise<ProviderAnswer> {
    return this.send(path, { method, headers: { access_token: this.settings.apiKey }, body })
  }
}
