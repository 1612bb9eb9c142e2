import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Lease, Tx } from '@balcao/kernel'

import type { SecretPlace } from './secret-place'

export type { SecretPlace } from './secret-place'

/** A session's place in the store and its right to write there. */
export interface VaultSession {
  companyId: CompanyId
  connectionId: ConnectionId
  lease: Lease
}

/** A company's data key as it lies in the store. */
export interface WrappedDataKey {
  version: number
  masterKeyId: string
  wrapped: Buffer
}

export type CompanyDataKey = WrappedDataKey & { companyId: CompanyId }

/** With the data key it is sealed under, as both were at one moment. */
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
 * Sealed values by row, and the wrapped keys they are sealed under. Writes of a session are fenced in their own
 * statement: they answer false, and change nothing, when the lease has moved on.
 */
export interface SignalVaultStore {
  /** Also false when `keyVersion` is no longer the company's current one. Commits synchronously. */
  write(tx: Tx, session: VaultSession, write: SealedWrite): Promise<boolean>
  /** Nulls the content of open rows. */
  closeJournal(tx: Tx, session: VaultSession, hashes: readonly string[], now: Date): Promise<boolean>
  /** Deletes secrets and closed journal rows. */
  wipe(tx: Tx, session: VaultSession): Promise<boolean>

  findSecrets(
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
  /** At most `limit` rows closed before then; answers how many. Of all companies. */
  sweepJournal(tx: Tx, closedBefore: Date, limit: number): Promise<number>
  /** At most `limit` secrets of type `sent-message` first written before then; answers how many. Of all companies. */
  sweepSent(tx: Tx, createdBefore: Date, limit: number): Promise<number>

  currentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined>
  /** Does nothing when the company has a current key. */
  insertDataKey(tx: Tx, companyId: CompanyId, dataKey: WrappedDataKey, now: Date): Promise<void>
  /** False when it was not current. Writes under it that have begun are over afterwards, and none begins. */
  retireDataKey(tx: Tx, companyId: CompanyId, version: number, now: Date): Promise<boolean>
  /** False when the stored key is not `from` any more. */
  rewrapDataKey(tx: Tx, companyId: CompanyId, from: WrappedDataKey, to: WrappedDataKey): Promise<boolean>
  /** Wrapped by another master key than this one; of all companies, by company and version after `after`. */
  listForeignDataKeys(
    tx: Tx,
    masterKeyId: string,
    after: { companyId: number; version: number },
    limit: number,
  ): Promise<CompanyDataKey[]>
  /** Current since before then; of all companies. */
  listAgedDataKeys(tx: Tx, createdBefore: Date, limit: number): Promise<CompanyDataKey[]>
  /** Of all companies, oldest first. */
  listRetiredDataKeys(tx: Tx, limit: number): Promise<CompanyDataKey[]>
  /** Deletes a retired key unless a row still needs it. */
  dropDataKey(tx: Tx, companyId: CompanyId, version: number): Promise<boolean>

  /** The current key, held so that nobody retires it before the transaction ends. */
  holdDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined>
  /** Rows under this version, locked, in a steady order; rows that somebody else has locked are left out. */
  lockSealed(
    tx: Tx,
    table: SecretPlace['table'],
    under: { companyId: CompanyId; keyVersion: number },
    page: { skip: number; limit: number },
  ): Promise<{ place: SecretPlace; content: Buffer }[]>
  /** Replaces rows that `lockSealed` gave out. */
  reseal(
    tx: Tx,
    table: SecretPlace['table'],
    under: { companyId: CompanyId; keyVersion: number },
    rows: readonly { place: SecretPlace; content: Buffer }[],
  ): Promise<void>
}
