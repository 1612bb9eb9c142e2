import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { LaneState } from './lanes'

export type { LaneState } from './lanes'

/** Pace and pauses of a number's lanes. Only the session's holder writes what happened; an administrator sets the pace. */
export interface LaneStore {
  /** A connection of which nothing is known has the state of a new one. */
  read(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<LaneState>
  setNextCampaign(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, at: Date): Promise<void>
  pause(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    pause: { until: Date; strikes: number },
  ): Promise<void>
  noteFailure(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    failure: { code: string; at: Date },
  ): Promise<void>
  /** @param perMinute null: what the configuration says. */
  setPace(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, perMinute: number | null): Promise<void>
  /** An administrator lets campaigns and new chats go on. */
  resume(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
}
