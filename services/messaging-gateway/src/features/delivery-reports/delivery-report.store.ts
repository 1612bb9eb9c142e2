import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Activity, ClaimStore, Counted, Slice, Tx } from '@balcao/kernel'

import type { DeadReport, DeliveryReport, DeliveryWebhook } from './delivery-report'

export type { DeadReport, DeliveryReport, DeliveryWebhook }

export interface ReportCounts {
  /** Not posted yet. */
  waiting: number
  /** Given up. */
  dead: number
}

/** Webhooks of connections, and the reports that wait for them. Rows of another company are not found. */
export interface DeliveryReportStore extends ClaimStore<DeliveryReport> {
  /** Has work when reports are replayed, which is no event. */
  readonly replayed: Activity
  /** Oldest first. */
  listWebhooks(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<DeliveryWebhook[]>
  /** The webhooks of a connection with what waits for each. */
  countReports(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<ReadonlyMap<number, ReportCounts>>
  findWebhook(tx: Tx, companyId: CompanyId, id: number): Promise<DeliveryWebhook | undefined>
  insertWebhook(tx: Tx, webhook: Omit<DeliveryWebhook, 'id'>): Promise<DeliveryWebhook>
  /** With its reports. False when there is none. */
  deleteWebhook(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, id: number): Promise<boolean>
  insert(tx: Tx, report: DeliveryReport): Promise<void>
  delete(tx: Tx, report: DeliveryReport): Promise<void>
  postpone(tx: Tx, report: DeliveryReport, nextTryAt: Date, reason: string): Promise<void>
  /** A dead report, kept for a week. */
  bury(tx: Tx, report: DeliveryReport, reason: string, now: Date): Promise<void>
  /** A page of a connection's dead reports, newest first, and how many there are. */
  pageDead(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    slice: Slice,
  ): Promise<Counted<DeadReport>>
  /** Dead reports wait again, all or one of them; how many. */
  replay(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    which: { id: string | undefined; now: Date },
  ): Promise<number>
  /** Deletes dead reports older than `before`, and webhooks of deleted connections once nothing waits for them. Platform scope. */
  sweep(tx: Tx, before: Date): Promise<void>
}
