import type { CompanyId } from '@balcao/contracts'

import type { Tx } from './database.port'

export interface PendingBlob {
  companyId: CompanyId
  key: string
  /** Under which key another service was asked to name it; '' when this service names it itself. */
  clientKey: string
  createdAt: Date
}

/**
 * Objects of the blob store that no row names yet, kept in the service's own schema. Every object has its row here from
 * before it is put until the transaction that names it; what a death or an unknown outcome left is swept a day later.
 */
export interface PendingBlobs {
  /** Committed when it resolves: call it before `BlobStore.put`. */
  expect(companyId: CompanyId, keys: readonly string[], clientKey?: string): Promise<void>
  /** In the transaction that names the objects. @throws when one of them was removed before. */
  claim(tx: Tx, companyId: CompanyId, keys: readonly string[]): Promise<void>
  /** Another service's answer says that it names these. */
  forget(companyId: CompanyId, keys: readonly string[]): Promise<void>
  /** Removes those of the objects that are still named by nobody; those that were claimed stay. */
  discard(companyId: CompanyId, keys: readonly string[]): Promise<void>
  /**
   * Discards what is older than a day.
   * @param isNamed asked for objects with a client key.
   */
  sweep(signal: AbortSignal, isNamed?: (blob: PendingBlob) => Promise<boolean>): Promise<void>
}
