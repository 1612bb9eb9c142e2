import type { CompanyId, ConnectionId, ErrorCode, SessionTrouble } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { EndReason } from '../whatsapp-driver'

export interface Occurrences {
  count: number
  lastAt: Date
}

/** Events of a number since an instant. Lists have the most frequent first. */
export interface HealthCounts {
  ends: (Occurrences & { reason: EndReason })[]
  /** Messages that WhatsApp refused. */
  refused: (Occurrences & { code: ErrorCode })[]
  troubles: (Occurrences & { kind: SessionTrouble })[]
  lastReceivedAt: Date | undefined
  lastSentAt: Date | undefined
}

/** Counts over session ends, troubles, journal and queue. */
export interface HealthStore {
  count(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, since: Date): Promise<HealthCounts>
}
