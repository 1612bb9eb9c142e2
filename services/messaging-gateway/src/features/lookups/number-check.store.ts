import type { CompanyId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { KnownNumber } from './number-check'

export type { KnownNumber } from './number-check'

/** Answers to number checks, shared by processes. Per provider: the simulated network knows other people. */
export interface NumberCheckStore {
  find(
    tx: Tx,
    companyId: CompanyId,
    provider: ConnectionProvider,
    asked: string,
  ): Promise<KnownNumber | undefined>
  /** Whether somebody has ever written to the company from this number. */
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
