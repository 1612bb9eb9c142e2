import type { CompanyId, PaymentProviderName } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Charge } from './charge'
import type { StoredPayer } from './payer'
import type { MadeCharge } from './payment-provider.port'

export type { Charge, StoredPayer }

export interface ChargeStore {
  insert(tx: Tx, charge: Charge): Promise<void>
  find(tx: Tx, companyId: CompanyId, txid: string): Promise<Charge | undefined>
  /** Of an invoice, newest first. */
  listOfInvoice(tx: Tx, companyId: CompanyId, invoiceId: number): Promise<Charge[]>
  /** Keeps what the provider answered. */
  setMade(tx: Tx, companyId: CompanyId, txid: string, made: MadeCharge): Promise<void>
  lock(tx: Tx, companyId: CompanyId, txid: string): Promise<Charge | undefined>
  save(tx: Tx, charge: Charge): Promise<void>
  /** Leaves `open` once: false when the charge was settled or ended before. */
  end(tx: Tx, companyId: CompanyId, txid: string): Promise<boolean>
  /** Payments about which a person has to decide, newest first, at most 100. */
  listUnsettled(tx: Tx, companyId: CompanyId): Promise<Charge[]>
  /** Of every company, newest first, at most 500. Platform scope. */
  listAllUnsettled(tx: Tx): Promise<{ charge: Charge; companyName: string }[]>
  /** Marks one as decided, and returns it; undefined when there is none to decide. Platform scope. */
  resolve(tx: Tx, txid: string, now: Date): Promise<Charge | undefined>
  /** By the provider's name of it. Platform scope: a report names no company. */
  findByProviderId(tx: Tx, provider: PaymentProviderName, providerId: string): Promise<Charge | undefined>
  /** Open charges of a provider that are to be asked about by now, the longest overdue first. Platform scope. */
  listDue(tx: Tx, due: { provider: PaymentProviderName; now: Date; limit: number }): Promise<Charge[]>
  setCheckAt(tx: Tx, companyId: CompanyId, txid: string, at: Date): Promise<void>
  setProviderId(tx: Tx, companyId: CompanyId, txid: string, providerId: string): Promise<void>
  /** Records a report; false when it was recorded before. */
  claimReport(tx: Tx, charge: Charge, eventId: string, now: Date): Promise<boolean>
  findPayer(tx: Tx, companyId: CompanyId): Promise<StoredPayer | undefined>
  /** Of these companies, at most 5,000; those that have none are absent. Platform scope. */
  listPayers(
    tx: Tx,
    companyIds: readonly CompanyId[],
  ): Promise<{ companyId: CompanyId; payer: StoredPayer }[]>
  savePayer(tx: Tx, companyId: CompanyId, payer: StoredPayer, now: Date): Promise<void>
  deletePayer(tx: Tx, companyId: CompanyId): Promise<void>
}
