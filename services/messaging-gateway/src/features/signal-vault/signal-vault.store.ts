import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Lease, Tx } from '@balcao/kernel'

import type { SecretLocation } from './secret-location'

export type { SecretLocation } from './secret-location'

/** A session, and the lease that fences its writes. */
export interface VaultSession {
  companyId: CompanyId
  connectionId: ConnectionId
  lease: Lease
}

/** A company's data key as it is stored. */
export interface WrappedDataKey {
  version: number
  masterKeyId: string
  wrapped: Buffer
}

export type CompanyDataKey = WrappedDataKey & { companyId: CompanyId }

/** A value and the data key that it is sealed under, read by one statement. */
export interface SealedValue {
  content: Buffer
  dataKey: WrappedDataKey
}

export interface SealedWrite {
  keyVersion: number
  secrets: { type: string; id: string; content: Buffer }[]
  deleted: { type: string; id: string }[]
  journal: { hash: string; content: Buffer }[]
}

/**
 * Sealed values by row, and the wrapped keys they are sealed under. Writes of a session are fenced in the same statement: they
 * answer false, and change nothing, when the lease is lost.
 */
export interface SignalVaultStore {
  /** Also false when `keyVersion` is no longer the company's current one. Commits synchronously. */
  write(tx: Tx, session: VaultSession, write: SealedWrite): Promise<boolean>
  /** Nulls the content of open rows. */
  closeJournal(tx: Tx, session: VaultSession, hashes: readonly string[], now: Date): Promise<boolean>
  /** Deletes secrets and closed journal rows. */
  wipe(tx: Tx, session: VaultSession): Promise<boolean>

  listSecrets(
    tx: Tx,
    session: VaultSession,
    type: string,
    ids: readonly string[],
  ): Promise<(SealedValue & { id: string })[]>
  listIds(tx: Tx, session: VaultSession, type: string): Promise<string[]>
  findJournal(
    tx: Tx,
    session: VaultSession,
    hash: string,
  ): Promise<{ seq: number; sealed: SealedValue | undefined } | undefined>
  /** By `seq`. */
  listOpenJournal(
    tx: Tx,
    session: VaultSession,
    limit: number,
  ): Promise<(SealedValue & { seq: number; hash: string })[]>
  /** Deletes at most `limit` rows closed before `closedBefore`; answers how many. Of all companies. */
  sweepJournal(tx: Tx, closedBefore: Date, limit: number): Promise<number>
  /** Deletes at most `limit` secrets of type `sent-message` written before `createdBefore`; answers how many. Of all companies. */
  sweepSent(tx: Tx, createdBefore: Date, limit: number): Promise<number>

  findCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined>
  /** Does nothing when the company has a current key. */
  insertDataKey(tx: Tx, companyId: CompanyId, dataKey: WrappedDataKey, now: Date): Promise<void>
  /** False when it was not current. Waits for writes under it that have begun; none begins afterwards. */
  retireDataKey(tx: Tx, companyId: CompanyId, version: number, now: Date): Promise<boolean>
  /** False when the stored key is not `from` any more. */
  rewrapDataKey(tx: Tx, companyId: CompanyId, from: WrappedDataKey, to: WrappedDataKey): Promise<boolean>
  /** Data keys wrapped by another master key than this one; of all companies, by company and version after `after`. */
  listForeignDataKeys(
    tx: Tx,
    masterKeyId: string,
    after: { companyId: number; version: number },
    limit: number,
  ): Promise<CompanyDataKey[]>
  /** Current keys created before `createdBefore`; of all companies. */
  listAgedDataKeys(tx: Tx, createdBefore: Date, limit: number): Promise<CompanyDataKey[]>
  /** Retired data keys of all companies, oldest first. */
  listRetiredDataKeys(tx: Tx, limit: number): Promise<CompanyDataKey[]>
  /** Deletes a retired key unless a row is sealed under it. */
  dropDataKey(tx: Tx, companyId: CompanyId, version: number): Promise<boolean>

  /** The current key, locked against retirement until the transaction ends. */
  lockCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined>
  /** Rows under this version, locked, in a stable order; rows that another transaction has locked are skipped. */
  lockSealed(
    tx: Tx,
    table: SecretLocation['table'],
    under: { companyId: CompanyId; keyVersion: number },
    page: { skip: number; limit: number },
  ): Promise<{ location: SecretLocation; content: Buffer }[]>
  /** Replaces rows that `lockSealed` answered. */
  reseal(
    tx: Tx,
    table: SecretLocation['table'],
    under: { companyId: CompanyId; keyVersion: number },
    rows: readonly { location: SecretLocation; content: Buffer }[],
  ): Promise<void>
}
