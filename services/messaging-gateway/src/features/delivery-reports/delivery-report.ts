import type { CompanyId, ConnectionId, MessageId } from '@balcao/contracts'

/** A URL of a company that is told what became of the messages of its send API. */
export interface DeliveryWebhook {
  id: number
  companyId: CompanyId
  connectionId: ConnectionId
  url: string
  sealedSecret: string
  createdAt: Date
}

/** One state of one message, for one webhook. */
export interface DeliveryReport {
  /** The receiver's event id: equal in all tries. */
  id: string
  companyId: CompanyId
  webhookId: number
  connectionId: ConnectionId
  messageId: MessageId
  /** 1 accepted by the network, 2 delivered, 3 read, 4 played, -1 failed. */
  ack: number
  /** Code of the catalogue; '' unless it failed. */
  failure: string
  occurredAt: Date
  /** Tries so far, this one included once it is claimed. */
  tries: number
  /** The beginning of its three days: when it occurred, or was replayed. */
  triedSince: Date
}

/** A report that was given up, with the reason of the last try. */
export interface DeadReport extends DeliveryReport {
  reason: string
  deadAt: Date
}

export const MOST_WEBHOOKS = 5

const EVENTS: Record<number, string> = {
  [-1]: 'message.failed',
  1: 'message.accepted',
  2: 'message.delivered',
  3: 'message.read',
  4: 'message.played',
}

/** What is posted. Receivers keep the highest `ack` of a message: a replayed report may be older than what they have. */
export const buildReportBody = (report: DeliveryReport): object => ({
  id: report.id,
  event: EVENTS[report.ack],
  occurredAt: report.occurredAt.toISOString(),
  connectionId: report.connectionId,
  message: { id: report.messageId, ack: report.ack, failure: report.failure },
})

export const sealPurpose = (companyId: CompanyId): string => `delivery webhook ${companyId}`
