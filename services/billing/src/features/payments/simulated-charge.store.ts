import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** What the simulated provider knows of a charge. */
export interface SimulatedCharge {
  txid: string
  companyId: CompanyId
  valueCents: number
  copyPaste: string
  paidCents: number
  canceled: boolean
}

export interface SimulatedChargeStore {
  /** Keeps the first of one txid and returns it. */
  put(tx: Tx, charge: SimulatedCharge): Promise<SimulatedCharge>
  find(tx: Tx, companyId: CompanyId, txid: string): Promise<SimulatedCharge | undefined>
  /** Pays its value, unless it was canceled. Idempotent. */
  pay(tx: Tx, companyId: CompanyId, txid: string): Promise<SimulatedCharge | undefined>
  /** Cancels it, unless it was paid. Platform scope. */
  cancelAny(tx: Tx, txid: string): Promise<void>
  /** Platform scope: a provider does not know our companies. */
  findAny(tx: Tx, txid: string): Promise<SimulatedCharge | undefined>
}
