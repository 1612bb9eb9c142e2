import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { MediaAccount } from './media-account'

export type { MediaAccount }

export interface MediaUsage {
  companyId: CompanyId
  usedBytes: number
  /** What the plan allows; 0 is no limit. */
  mediaMegabytes: number
  /** False until the files that were stored before the account was opened are in it. */
  isCounted: boolean
  /** When a file was refused last. */
  refusedAt: Date | null
  /** What it needed besides what it had. */
  refusedBytes: number
}

/** A file whose account has not been compared with the store. */
export interface UnsettledFile {
  companyId: CompanyId
  key: string
  unsettledAt: Date
}

/** What the store of media said of an unsettled file; without a size there is none. */
export interface SeenFile extends UnsettledFile {
  sizeBytes: number | undefined
}

/**
 * One account for each company, and a row for each file. Every change locks the account first, so that the sum of the files is what the
 * account says after each transaction.
 */
export interface MediaQuotaStore {
  /** Locked until the end of the transaction, opened by the first call. Undefined for an unknown company, which gets none. */
  lock(tx: Tx, companyId: CompanyId, key: string): Promise<MediaAccount | undefined>
  /** What the file has from now on. */
  reserve(tx: Tx, file: UnsettledFile, grantedBytes: number): Promise<void>
  noteRefusal(tx: Tx, companyId: CompanyId, at: Date, bytes: number): Promise<void>
  settle(tx: Tx, companyId: CompanyId, key: string, sizeBytes: number): Promise<void>
  /** Unknown files stay unknown. */
  unsettle(tx: Tx, file: UnsettledFile): Promise<void>
  release(tx: Tx, companyId: CompanyId, key: string): Promise<void>
  /** Of any company, the oldest first. Platform scope. */
  listUnsettled(tx: Tx, before: Date, limit: number): Promise<UnsettledFile[]>
  /** Settles or releases files of one company that nobody has touched since. */
  recount(tx: Tx, companyId: CompanyId, seen: readonly SeenFile[]): Promise<void>
  /** Adds files of one company that have no row, without bytes. @returns those. */
  addUnsettled(tx: Tx, companyId: CompanyId, keys: readonly string[], at: Date): Promise<string[]>
  /** Companies whose earlier files are not in their account. Platform scope. */
  listUncounted(tx: Tx, limit: number): Promise<CompanyId[]>
  setCounted(tx: Tx, companyId: CompanyId, at: Date): Promise<void>
  /** Of those that exist, by id. */
  listUsages(tx: Tx, companyIds: readonly CompanyId[]): Promise<MediaUsage[]>
}
