import { readRecord, readText, type JsonObject } from '@balcao/kernel'

import type { InboundCall } from '../../../features/whatsapp-driver'
import { toAddress } from './addresses'
import { readName, readTime, toPerson } from './read-fields'

/** `nothing`: there is nothing to show. */
export type CallReading =
  { as: 'call'; call: InboundCall } | { as: 'nothing' } | { as: 'unreadable'; reason: string }

const nothing: CallReading = { as: 'nothing' }

/**
 * An event of the webhook's field `calls`: webhooks/reference/calls and calling/user-initiated-calls (24 June 2026). Of a call that another
 * program of the company took, or makes itself, there is nothing. A missed one has an id of its own, beside that of its ringing.
 */
export function readCall(call: JsonObject, contact: JsonObject): CallReading {
  const [id, event, status] = [readText(call.id), readText(call.event), readText(call.status)]
  if (id === '') return { as: 'unreadable', reason: 'a call without an id' }
  if (call.direction === 'BUSINESS_INITIATED') return nothing
  const customer = toPerson(call.from, call.from_user_id, readName(contact))
  const { number, bsuid } = customer
  if (number === '' && bsuid === '') return { as: 'unreadable', reason: 'a call without a caller' }
  const known = {
    chat: toAddress(number, bsuid),
    contact: customer,
    isVideo: false,
    sentAt: readTime(call.timestamp),
  }
  if (event === 'connect') return { as: 'call', call: { ...known, event: 'rings', waId: id } }
  // The page writes it in two ways.
  const isMissed = event === 'terminate' && status.toUpperCase() !== 'COMPLETED'
  return isMissed ? { as: 'call', call: { ...known, event: 'missed', waId: `${id}:missed` } } : nothing
}

/**
 * Whether the customer may be called: calling/user-call-permissions (interactive `call_permission_reply`; whatsapp-api-js 6.2.1). Undefined for
 * another message.
 */
export function readPermission(message: JsonObject): boolean | undefined {
  const { type, call_permission_reply: reply } = readRecord(message.interactive)
  return message.type === 'interactive' && type === 'call_permission_reply'
    ? readRecord(reply).response === 'accept'
    : undefined
}
