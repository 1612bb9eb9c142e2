import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export interface ReadMark {
  id: number
  remoteJid: string
  participant: string
  waIds: readonly string[]
}

/** Read receipts to send to customers. Best effort. */
export interface ReadMarkStore {
  insert(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, mark: Omit<ReadMark, 'id'>): Promise<void>
  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, limit: number): Promise<ReadMark[]>
  delete(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, ids: readonly number[]): Promise<void>
  /** Deletes read marks that were not sent in time. Needs a platform transaction. */
  sweep(tx: Tx, before: Date): Promise<void>
}
