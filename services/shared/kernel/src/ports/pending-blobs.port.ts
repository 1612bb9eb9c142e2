import type { CompanyId } from '@balcao/contracts'

import type { Tx } from './database.port'

export interface PendingBlob {
  companyId: CompanyId
  key: string
  /** Client key under which another service was asked to store the object's name; '' when this service stores it. */
  clientKey: string
  createdAt: Date
}

/**
 * Objects of the blob store that no row names yet, kept in the service's own schema. A row is written here before the object
 * is stored and removed in the transaction that names the object; a sweep deletes leftovers after a day.
 */
export interface PendingBlobs {
  /** Committed when it resolves: call it before `BlobStore.put`. */
  expect(companyId: CompanyId, keys: readonly string[], clientKey?: string): Promise<void>
  /** Called in the transaction that names the objects. @throws when one of them was removed before. */
  claim(tx: Tx, companyId: CompanyId, keys: readonly string[]): Promise<void>
  /** Removes the rows: another service's answer confirms that it names the objects. */
  forget(companyId: CompanyId, keys: readonly string[]): Promise<void>
  /** Deletes those objects that are still unclaimed; claimed ones stay. */
  discard(companyId: CompanyId, keys: readonly string[]): Promise<void>
  /**
   * Deletes unclaimed objects older than a day.
   * @param isNamed called for objects with a client key.
   */
  sweep(signal: AbortSignal, isNamed?: (blob: PendingBlob) => Promise<boolean>): Promise<void>
}
