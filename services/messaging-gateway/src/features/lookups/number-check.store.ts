import type { CompanyId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { KnownNumber } from './number-check'

export type { KnownNumber } from './number-check'

/** Answers to number checks, shared by processes. Per provider: the simulated network has numbers of its own. */
export interface NumberCheckStore {
  find(
    tx: Tx,
    companyId: CompanyId,
    provider: ConnectionProvider,
    asked: string,
  ): Promise<KnownNumber | undefined>
  /** Whether the company has ever received a message from this number. */
  hasWritten(tx: Tx, companyId: CompanyId, number: string): Promise<boolean>
  save(
    tx: Tx,
    companyId: CompanyId,
    provider: ConnectionProvider,
    known: readonly KnownNumber[],
  ): Promise<void>
  /** Needs a platform transaction: sweeps all companies. */
  sweep(tx: Tx, checkedBefore: Date): Promise<void>
}
