import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { LaneState, Quota } from './lanes'

export type { LaneState, Quota } from './lanes'

export interface BegunChat {
  number: string
  conversationId: string
  at: Date
  nextAt: Date
}

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
  /** `until` undefined: as far as the network is concerned, new chats go. */
  setAccountCap(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    cap: { until: Date | undefined; quota: Quota | undefined },
  ): Promise<void>
  /** The number is connected; its age counts from the first time. */
  noteNumber(tx: Tx, companyId: CompanyId, number: string, at: Date): Promise<void>
  /** Chats that the number has begun since then, newest first. */
  listBegun(tx: Tx, companyId: CompanyId, number: string, since: Date, limit: number): Promise<Date[]>
  /** The number begins a chat, once however often its message is sent; and when the next one may begin. */
  beginChat(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, chat: BegunChat): Promise<void>
  noteFailure(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    failure: { code: string; at: Date },
  ): Promise<void>
  /** @param perMinute null: what the configuration says. */
  setPace(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, perMinute: number | null): Promise<void>
  /** @param perDay new chats within 24 hours; null: by the number's age. */
  setDayCap(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, perDay: number | null): Promise<void>
  /** An administrator lets campaigns and new chats go on. */
  resume(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
}
