import { AppError, type Database } from '@balcao/kernel'

import {
  toPixAmount,
  type ChargeOrder,
  type ChargeState,
  type MadeCharge,
  type PaymentProvider,
  type ReportedCharge,
} from '../../features/payments/payment-provider.port'
import type { SimulatedChargeStore } from '../../features/payments/simulated-charge.store'
import { buildBrCode } from './br-code'

const KEY = 'demo@balcao.local'

/** Takes no money: a page of the demo pays its charges. */
export class SimulatedProvider implements PaymentProvider {
  readonly name = 'simulated'
  readonly needsTaxId = false

  constructor(
    private readonly db: Database,
    private readonly store: SimulatedChargeStore,
  ) {}

  async createCharge({ txid, companyId, valueCents }: ChargeOrder): Promise<MadeCharge> {
    const copyPaste = buildBrCode({ key: KEY, amount: toPixAmount(valueCents), txid: txid.slice(0, 25) })
    const charge = { txid, companyId, valueCents, copyPaste, paidCents: 0, canceled: false }
    const kept = await this.db.withTenant(companyId, (tx) => this.store.put(tx, charge))
    return { providerId: txid, copyPaste: kept.copyPaste }
  }

  async findCharge(providerId: string): Promise<ChargeState> {
    // Platform scope: as a provider outside would, it knows charges and no companies.
    const charge = await this.db.asPlatform((tx) => this.store.findAny(tx, providerId))
    if (!charge || charge.canceled) return { kind: 'ended' }
    return charge.paidCents > 0
      ? { kind: 'paid', paidCents: charge.paidCents, refundedCents: 0 }
      : { kind: 'open' }
  }

  async findProviderId(txid: string): Promise<string | undefined> {
    // Platform scope: as above.
    const charge = await this.db.asPlatform((tx) => this.store.findAny(tx, txid))
    return charge?.txid
  }

  async cancelCharge(providerId: string): Promise<void> {
    // Platform scope: as above.
    await this.db.asPlatform((tx) => this.store.cancelAny(tx, providerId))
  }

  /* Its page reports payments from inside. */
  readWebhook(): ReportedCharge[] {
    throw new AppError('ERR_UNAUTHORIZED')
  }
}
