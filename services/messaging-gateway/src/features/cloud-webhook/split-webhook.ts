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

const isOf = (contact: JsonObject, message: JsonObject): boolean =>
  (readText(contact.wa_id) !== '' && contact.wa_id === message.from) ||
  (readText(contact.user_id) !== '' && contact.user_id === message.from_user_id)

function* splitValue(businessAccountId: string, field: string, value: JsonObject): Generator<WebhookItem> {
  const phoneNumberId = readText(readRecord(value.metadata).phone_number_id)
  const known = { phoneNumberId, businessAccountId }
  if (field !== 'messages') {
    yield { ...known, chat: `field:${field}`, kind: 'other', body: { field, value } }
    return
  }
  const contacts = readRecords(value.contacts)
  for (const message of readRecords(value.messages)) {
    const contact = contacts.find((candidate) => isOf(candidate, message))
    const chat = `chat:${readText(message.from) || readText(message.from_user_id)}`
    yield { ...known, chat, kind: 'message', body: { message, contact } }
  }
  for (const status of readRecords(value.statuses)) {
    const chat = `status:${readText(status.recipient_id) || readText(status.recipient_user_id)}`
    yield { ...known, chat, kind: 'status', body: { status } }
  }
  for (const error of readRecords(value.errors))
    yield { ...known, chat: 'field:errors', kind: 'other', body: { field: 'errors', value: { error } } }
}

/**
 * The items of a call, in its order: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 * (November 2026). Receipts do not wait for the messages of their chat, nor these for them.
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
