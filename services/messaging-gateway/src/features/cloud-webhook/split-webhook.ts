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

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const inside = (value: unknown): Json => (isObject(value) ? value : {})

const isOf = (contact: Json, message: Json): boolean =>
  (text(contact.wa_id) !== '' && contact.wa_id === message.from) ||
  (text(contact.user_id) !== '' && contact.user_id === message.from_user_id)

function* splitValue(businessAccountId: string, field: string, value: Json): Generator<WebhookItem> {
  const phoneNumberId = text(inside(value.metadata).phone_number_id)
  const known = { phoneNumberId, businessAccountId }
  if (field !== 'messages') {
    yield { ...known, chat: `field:${field}`, kind: 'other', body: { field, value } }
    return
  }
  const contacts = list(value.contacts)
  for (const message of list(value.messages)) {
    const contact = contacts.find((candidate) => isOf(candidate, message))
    const chat = `chat:${text(message.from) || text(message.from_user_id)}`
    yield { ...known, chat, kind: 'message', body: { message, contact } }
  }
  for (const status of list(value.statuses)) {
    const chat = `status:${text(status.recipient_id) || text(status.recipient_user_id)}`
    yield { ...known, chat, kind: 'status', body: { status } }
  }
  for (const error of list(value.errors))
    yield { ...known, chat: 'field:errors', kind: 'other', body: { field: 'errors', value: { error } } }
}

/**
 * The items of a call, in its order: https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 * (November 2026). Receipts do not wait for the messages of their chat, nor these for them.
 */
export function splitWebhook(payload: unknown): WebhookItem[] {
  const call = inside(payload)
  if (call.object !== 'whatsapp_business_account') return []
  return list(call.entry).flatMap((entry) =>
    list(entry.changes).flatMap((change) => [
      ...splitValue(text(entry.id), text(change.field), inside(change.value)),
    ]),
  )
}
