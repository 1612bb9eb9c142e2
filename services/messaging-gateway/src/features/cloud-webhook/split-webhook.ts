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

function* splitValue(businessAccountId: string, field: string, value: JsonObject): Generator<WebhookItem> {
  const phoneNumberId = readText(readRecord(value.metadata).phone_number_id)
  const known = { phoneNumberId, businessAccountId }
  const toMessage = (body: object, ids: CustomerIds): WebhookItem => {
    const contact = findContact(value, ids)
    return { ...known, chat: `chat:${ids.number || ids.userId}`, kind: 'message', body: { ...body, contact } }
  }
  if (field === 'smb_message_echoes') {
    for (const echo of readRecords(value.message_echoes))
      yield toMessage({ echo }, { number: readText(echo.to), userId: readText(echo.to_user_id) })
    return
  }
  if (field === 'calls') {
    for (const call of readRecords(value.calls))
      yield toMessage({ call }, { number: readText(call.from), userId: readText(call.from_user_id) })
    return
  }
  if (field !== 'messages') {
    yield { ...known, chat: `field:${field}`, kind: 'other', body: { field, value } }
    return
  }
  for (const message of readRecords(value.messages))
    yield toMessage({ message }, { number: readText(message.from), userId: readText(message.from_user_id) })
  for (const status of readRecords(value.statuses)) {
    const chat = `status:${readText(status.recipient_id) || readText(status.recipient_user_id)}`
    yield { ...known, chat, kind: 'status', body: { status } }
  }
  for (const error of readRecords(value.errors))
    yield { ...known, chat: 'field:errors', kind: 'other', body: { field: 'errors', value: { error } } }
}

/**
 * The items of a call, in its order: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
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
