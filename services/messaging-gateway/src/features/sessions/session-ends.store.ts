import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { EndReason } from '../whatsapp-driver'

export interface SessionEnded {
  connectionId: ConnectionId
  reason: EndReason
  at: Date
}

/** When and why sessions ended without a command, kept for 30 days. */
export interface SessionEndStore {
  add(tx: Tx, companyId: CompanyId, ended: SessionEnded): Promise<void>
  /** Oldest first. */
  listSince(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<SessionEnded[]>
  /** Needs a platform transaction. */
  sweep(tx: Tx, before: Date): Promise<void>
}
