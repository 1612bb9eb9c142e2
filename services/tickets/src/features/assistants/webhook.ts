import { SECOND, signWebhook, type OutgoingHttp } from '@balcao/kernel'

import type { Contact } from '../contacts'
import type { Message, MessageDocument } from '../messages'
import { post } from './http-answers'

export interface WebhookCall {
  url: string
  /** Undefined for an integration without one. */
  secret: string | undefined
  /** Stays the same when the call is repeated. */
  deliveryId: string
  now: Date
}

/** The message as Baileys has it, which flows of this family of products read, and what they need to answer. */
export const buildWebhookBody = (
  message: Message,
  document: MessageDocument,
  contact: Pick<Contact, 'name' | 'number'>,
): object => ({
  key: { remoteJid: message.remoteJid, fromMe: false, id: message.waId ?? message.id },
  message: document.media
    ? {
        mediaMessage: {
          caption: document.body,
          mimetype: document.media.mimeType,
          fileName: document.media.name,
        },
      }
    : { conversation: document.body },
  pushName: contact.name,
  messageTimestamp: Math.floor(message.createdAt.getTime() / SECOND),
  ticket: { id: message.ticketId, queueId: message.queueId ?? null },
  contact: { name: contact.name, number: contact.number },
  connectionId: message.connectionId,
  companyId: message.companyId,
})

/** Tells n8n or a webhook of a message; what it answers is not read. @throws {AssistantFailure} */
export async function callWebhook(http: OutgoingHttp, call: WebhookCall, content: object): Promise<void> {
  const body = JSON.stringify(content)
  const headers: Record<string, string> = { 'balcao-delivery': call.deliveryId }
  if (call.secret !== undefined) headers['balcao-signature'] = signWebhook(call.secret, body, call.now)
  await post(http, call.url, { headers, body })
}
