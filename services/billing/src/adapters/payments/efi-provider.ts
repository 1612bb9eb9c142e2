import { isCpf } from '@balcao/contracts'
import { MINUTE, SECOND, type Clock, isRecord, readRecords, readText } from '@balcao/kernel'

import {
  toPixAmount,
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

export interface EfiSettings extends ProviderEndpoint {
  clientId: string
  clientSecret: string
  /** The key that receives the money. */
  pixKey: string
  /** In the address of the webhook: `?hmac=…`. */
  webhookSecret: string
}

/* A token is renewed this long before its end. */
const EARLY_MS = 60 * SECOND

/* Banks may take this long to complete a payment that began in time. */
const LATE_MS = 30 * MINUTE

/* An expired charge stays ATIVA and takes no payments. */
function isExpired({ calendario }: Record<string, unknown>, now: Date): boolean {
  const { criacao, expiracao } = isRecord(calendario) ? calendario : {}
  const endsAt = Date.parse(readText(criacao)) + Number(expiracao) * SECOND
  return now.getTime() > endsAt + LATE_MS
}

/* Optional there: who has to pay. */
const toDebtor = ({ name, taxId }: ChargeOrder['payer']) =>
  taxId !== '' && { devedor: { nome: name, [isCpf(taxId) ? 'cpf' : 'cnpj']: taxId } }

/* A refund that the bank did not make gives nothing back. */
const listRefunds = ({ devolucoes }: Record<string, unknown>) =>
  readRecords(devolucoes).filter(({ status }) => status !== 'NAO_REALIZADO')

const readPayment = (pix: readonly Record<string, unknown>[]): Payment => ({
  paidCents: readCents(
    'pix',
    pix.map(({ valor }) => valor),
  ),
  refundedCents: readCents(
    'devolucoes',
    pix.flatMap(listRefunds).map(({ valor }) => valor),
  ),
})

/* A refund is reported under the payment's id. */
const toEventId = (pix: Record<string, unknown>): string =>
  [pix.endToEndId, ...readRecords(pix.devolucoes).flatMap(({ id, status }) => [id, status])]
    .map(readText)
    .filter((part) => part !== '')
    .join(':')

/** The Pix API of Efí: an immediate charge (`cob`) under our txid. */
export class EfiProvider implements PaymentProvider {
  readonly name = 'efi'
  readonly needsTaxId = false
  private readonly send
  private token: { text: string; endsAt: number } | undefined

  constructor(
    private readonly settings: EfiSettings,
    private readonly clock: Clock,
  ) {
    this.send = createProviderCall(settings)
  }

  async createCharge(order: ChargeOrder): Promise<MadeCharge> {
    const path = `/v2/cob/${order.txid}`
    const made = await this.call('PUT', path, {
      calendario: { expiracao: order.expiresInSeconds },
      valor: { original: toPixAmount(order.valueCents) },
      chave: this.settings.pixKey,
      solicitacaoPagador: order.detail,
      ...toDebtor(order.payer),
    })
    // 409: an earlier try with this txid arrived.
    const charge = made.status === 409 ? await this.call('GET', path) : made
    if (charge.status !== 200 && charge.status !== 201) throw refusedBy('cob', charge)
    return { providerId: order.txid, copyPaste: await this.readCode(charge) }
  }

  async findCharge(providerId: string): Promise<ChargeState> {
    const path = `/v2/cob/${encodeURIComponent(providerId)}`
    const charge = readCharge('cob', await this.call('GET', path)) ?? {}
    const { status, pix } = charge
    if (status === 'ATIVA') return { kind: isExpired(charge, this.clock.now()) ? 'ended' : 'open' }
    if (status !== 'CONCLUIDA') return { kind: 'ended' }
    return { kind: 'paid', ...readPayment(readRecords(pix)) }
  }

  async findProviderId(txid: string): Promise<string | undefined> {
    return readCharge('cob', await this.call('GET', `/v2/cob/${txid}`)) && txid
  }

  async cancelCharge(providerId: string): Promise<void> {
    const path = `/v2/cob/${encodeURIComponent(providerId)}`
    assertAllowed('cob', await this.call('PATCH', path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }))
  }

  readWebhook({ query, body }: WebhookCall): ReportedCharge[] {
    assertSecret(query.hmac, this.settings.webhookSecret)
    // `{ evento: 'teste_webhook' }` reports nothing.
    return readRecords(isRecord(body) ? body.pix : undefined).flatMap((pix) => {
      const providerId = readText(pix.txid)
      return providerId === '' ? [] : [{ providerId, eventId: toEventId(pix) || providerId }]
    })
  }

  /* Older answers carry only the location of the QR code. */
  private async readCode({ body }: ProviderAnswer): Promise<string> {
    const code = readText(body.pixCopiaECola)
    if (code !== '') return code
    const { id } = isRecord(body.loc) ? body.loc : {}
    const location = await this.call('GET', `/v2/loc/${String(id)}/qrcode`)
    const text = readText(location.body.qrcode)
    if (text === '') throw refusedBy('qrcode', location)
    return text
  }

  private async call(
    method: ProviderRequest['method'],
    path: string,
    body?: unknown,
  ): Promise<ProviderAnswer> {
    const answer = await this.callOnce(method, path, body)
    if (answer.status !== 401) return answer
    // The token was revoked before its end.
    this.token = undefined
    return this.callOnce(method, path, body)
  }

  private async callOnce(
    method: ProviderRequest['method'],
    path: string,
    body?: unknown,
  ): Promise<ProviderAnswer> {
    const headers = { authorization: `Bearer ${await this.readToken()}` }
    return this.send(path, { method, headers, body })
  }

  private async readToken(): Promise<string> {
    const now = this.clock.now().getTime()
    if (this.token && this.token.endsAt > now) return this.token.text
    const { clientId, clientSecret } = this.settings
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const answer = await this.send('/oauth/token', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: { grant_type: 'client_credentials' },
    })
    const text = readText(answer.body.access_token)
    if (text === '') throw refusedBy('oauth', answer)
    const seconds = Number(answer.body.expires_in)
    this.token = { text, endsAt: now + (Number.isFinite(seconds) ? seconds * SECOND : 0) - EARLY_MS }
    return text
  }
}
