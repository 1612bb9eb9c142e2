import {
  companyId as toCompanyId,
  connectionId as toConnectionId,
  messageId as toMessageId,
} from '@balcao/contracts'

import type { Operation, OutboundRow, OutboundState } from '../../features/outbound/outbound.store'

/** A row of `outbound`. */
export interface OutboundRecord {
  id: number
  company_id: number
  connection_id: number
  conversation_id: string
  message_id: string
  target_id: string | null
  operation: string
  lane: number
  wa_id: string
  remote_jid: string
  payload: unknown
  state: OutboundState
  failure: string
  tries: number
  target_failed?: boolean
  begins_chat?: boolean
}

export const LANES = { agent: 0, campaign: 1 } as const

export const toRow = (row: OutboundRecord): OutboundRow => ({
  ...({ operation: row.operation, payload: row.payload } as Operation),
  id: row.id,
  companyId: toCompanyId(row.company_id),
  connectionId: toConnectionId(row.connection_id),
  conversationId: row.conversation_id,
  messageId: toMessageId(row.message_id),
  targetId: row.target_id === null ? undefined : toMessageId(row.target_id),
  lane: row.lane === LANES.agent ? 'agent' : 'campaign',
  waId: row.wa_id,
  remoteJid: row.remote_jid,
  state: row.state,
  failure: row.failure,
  tries: row.tries,
})

export const firstRow = (rows: OutboundRecord[]): OutboundRow | undefined =>
  rows[0] ? toRow(rows[0]) : undefined
