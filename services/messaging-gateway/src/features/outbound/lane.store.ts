import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { LaneState, Quota } from './lanes'
import type { BegunCustomers } from './new-chats'

export type { LaneState, Quota } from './lanes'
export type { BegunCustomers } from './new-chats'

export interface BegunChat {
  number: string
  conversationId: string
  at: Date
  nextAt: Date
}

/** Campaign messages of a number in the last 24 hours. */
export interface CampaignSends {
  sent: number
  firstAt: Date | undefined
  /** When the first of the last `cap` of them was sent; undefined when there are fewer. */
  reachedAt: Date | undefined
}

/** Pace and pauses of a number's lanes. Written by the session's lease holder; administrators set the pace. */
export interface LaneStore {
  /** The state of a new connection when nothing is stored. */
  read(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<LaneState>
  /** The same with the connection's row locked: checks of numbers are taken one at a time. */
  lock(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<LaneState>
  setNextCampaign(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, at: Date): Promise<void>
  pause(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    pause: { until: Date; strikes: number },
  ): Promise<void>
  /** `until` undefined: WhatsApp's quota is not used up. */
  setAccountCap(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    cap: { until: Date | undefined; quota: Quota | undefined },
  ): Promise<void>
  /** The number is connected; its age counts from the first time. */
  recordLinkedNumber(tx: Tx, companyId: CompanyId, number: string, at: Date): Promise<void>
  /** Chats that the number began after `since`, newest first. */
  listBegun(
    tx: Tx,
    companyId: CompanyId,
    number: string,
    which: { since: Date; limit: number },
  ): Promise<Date[]>
  /** Those of all numbers of the connection's business account, each number's own. */
  readBegunByBusiness(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    since: Date,
  ): Promise<BegunCustomers>
  /** Counts a new chat, once in 24 hours even when its message is sent again, and stores when the next one may begin. */
  beginChat(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, chat: BegunChat): Promise<void>
  /** @param cap from 1 */
  readCampaignSends(
    tx: Tx,
    companyId: CompanyId,
    number: string,
    which: { since: Date; cap: number },
  ): Promise<CampaignSends>
  /** Counts a campaign's message, once even when it is sent again. */
  countCampaignSend(
    tx: Tx,
    companyId: CompanyId,
    send: { number: string; outboundId: number; at: Date },
  ): Promise<void>
  recordFailure(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    failure: { code: string; at: Date },
  ): Promise<void>
  /** @param perMinute null: the configured pace. */
  setPace(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, perMinute: number | null): Promise<void>
  /** @param perDay new chats within 24 hours; null: by the number's age. */
  setDayCap(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, perDay: number | null): Promise<void>
  /** @param perDay campaign messages within 24 hours; null: the configured cap. */
  setCampaignCap(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    perDay: number | null,
  ): Promise<void>
  /** Whether numbers are checked before they are sent to. */
  setNumberChecks(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    checksNumbers: boolean,
  ): Promise<void>
  /** Ends a pause of campaigns and new chats. */
  resume(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
}
