import { readRecord, readRecords, readText, type JsonObject } from '@balcao/kernel'

import type { NetworkEventKind } from '../network-events'

/** One message, receipt or notice of a call of the webhook. */
export interface WebhookItem {
  /** '' where the notice is about the business account. */
  phoneNumberId: string
  businessAccountId: string
  /** What the items have to follow each other in. */
  chat: string
  kind: NetworkEventKind
  /** As Meta wrote it, with the contact that belongs to it. */
  body: object
}

/** The customer's number and business-scoped id in a message; '' where Meta does not say it. */
interface CustomerIds {
  number: string
  userId: string
}

const findContact = (value: JsonObject, { number, userId }: CustomerIds): JsonObject | undefined =>
  readRecords(value.contacts).find(
    ({ wa_id: waId, user_id: id }) => (number !== '' && waId === number) || (userId !== '' && id === userId),
  )

/* Fields whose items follow each other in a chat: in which list they are, as what they are processed, and whose keys say who the customer is. */
const chatFields = new Map([
  ['messages', { list: 'messages', name: 'message', customer: 'from' }],
  ['smb_message_echoes', { list: 'message_echoes', name: 'echo', customer: 'to' }],
  ['calls', { list: 'calls', name: 'call', customer: 'from' }],
])

function* splitValue(businessAccountId: string, field: string, value: JsonObject): Generator<WebhookItem> {
  const phoneNumberId = readText(readRecord(value.metadata).phone_number_id)
  const known = { phoneNumberId, businessAccountId }
  const ofChats = chatFields.get(field)
  if (!ofChats) {
    yield { ...known, chat: `field:${field}`, kind: 'other', body: { field, value } }
    return
  }
  const { list, name, customer } = ofChats
  for (const item of readRecords(value[list])) {
    const ids = { number: readText(item[customer]), userId: readText(item[`${customer}_user_id`]) }
    const chat = `chat:${ids.number || ids.userId}`
    yield { ...known, chat, kind: 'message', body: { [name]: item, contact: findContact(value, ids) } }
  }
  if (field !== 'messages') return
  for (const status of readRecords(value.statuses)) {
    const chat = `status:${readText(status.recipient_id) || readText(status.recipient_user_id)}`
    yield { ...known, chat, kind: 'status', body: { status } }
  }
  for (const error of readRecords(value.errors))
    yield { ...known, chat: 'field:errors', kind: 'other', body: { field: 'errors', value: { error } } }
}

/**
 * The items of a call, in its order: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages,
 * …/smb_message_echoes and …/calls (May to November 2026). Receipts do not wait for the messages of their chat, nor these for them; what the
 * owner writes on the phone, and calls, follow each other with what the customer writes.
 */
export function splitWebhook(payload: unknown): WebhookItem[] {
  const call = readRecord(payload)
  if (call.object !== 'whatsapp_business_account') return []
  return readRecords(call.entry).flatMap((entry) =>
    readRecords(entry.changes).flatMap((change) => [
      ...splitValue(readText(entry.id), readText(change.field), readRecord(change.value)),
    ]),
  )
}
