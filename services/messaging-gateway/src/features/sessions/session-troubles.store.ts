import type { CompanyId, ConnectionId, SessionTrouble } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export interface SessionTroubled {
  connectionId: ConnectionId
  kind: SessionTrouble
  at: Date
}

/** Failures of sessions that stayed connected, kept for 30 days. */
export interface SessionTroubleStore {
  add(tx: Tx, companyId: CompanyId, troubled: SessionTroubled): Promise<void>
  /** Needs a platform transaction. */
  sweep(tx: Tx, before: Date): Promise<void>
}
