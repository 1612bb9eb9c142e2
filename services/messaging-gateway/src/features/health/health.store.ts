import type { CompanyId, ConnectionId, ErrorCode, SessionTrouble } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { EndReason } from '../whatsapp-driver'

export interface Happened {
  count: number
  lastAt: Date
}

/** What a number has been through since an instant. Lists have the most frequent first. */
export interface HealthCounts {
  ends: (Happened & { reason: EndReason })[]
  /** Messages that left and failed all the same. */
  refused: (Happened & { code: ErrorCode })[]
  troubles: (Happened & { kind: SessionTrouble })[]
  lastReceivedAt: Date | undefined
  lastSentAt: Date | undefined
}

/** Reads what sessions, journal and queue have written down. */
export interface HealthStore {
  count(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<HealthCounts>
}
