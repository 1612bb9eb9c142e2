import { viewCustomer } from './customer-view'
import type { IncomingContent } from './incoming-message'
import { buildMessageId } from './message-id'
import type { GraphNetwork } from './network'
import { toTimestamp } from './statuses'

export interface HistoryMessage {
  from: 'business' | 'customer'
  at: Date
  content: IncomingContent
  status?: 'DELIVERED' | 'ERROR' | 'PENDING' | 'PLAYED' | 'READ' | 'SENT'
}

/** What the owner does on the phone, for a number in use with the WhatsApp Business app too. */
export class BusinessAppControl {
  constructor(private readonly network: GraphNetwork) {}

  /** The owner answers on the phone (webhooks/reference/smb_message_echoes, 2026-05). Answers the message's id. */
  writes(phoneNumberId: string, to: string, message: string | IncomingContent): string {
    this.number(phoneNumberId)
    const customer = this.network.customer(to)
    const content = typeof message === 'string' ? { type: 'text', text: { body: message } } : message
    const id = buildMessageId(customer.phone, 'to-customer')
    this.network.inbox(customer).push({
      id,
      phoneNumberId,
      at: this.network.schedule.now(),
      type: content.type,
      message: content,
      rendered: undefined,
    })
    this.echo(phoneNumberId, to, id, content)
    return id
  }

  /** The owner changes a text on the phone. */
  edits(phoneNumberId: string, to: string, messageId: string, content: IncomingContent): void {
    this.change(phoneNumberId, to, {
      type: 'edit',
      edit: { original_message_id: messageId, message: content },
    })
  }

  /** The owner deletes a message on the phone. */
  revokes(phoneNumberId: string, to: string, messageId: string): void {
    this.change(phoneNumberId, to, { type: 'revoke', revoke: { original_message_id: messageId } })
  }

  /** The phone's contacts change, or are read for the first time (webhooks/reference/smb_app_state_sync, 2025-11). */
  syncContacts(
    phoneNumberId: string,
    contacts: readonly { phone: string; name: string; action?: 'add' | 'remove' }[],
  ): void {
    this.network.announce(this.number(phoneNumberId).accountId, 'smb_app_state_sync', {
      ...this.metadata(phoneNumberId),
      state_sync: contacts.map(({ phone, name, action = 'add' }) => ({
        type: 'contact',
        contact:
          action === 'add'
            ? { full_name: name, first_name: name.split(' ', 1)[0], phone_number: phone }
            : { phone_number: phone },
        action,
        metadata: { timestamp: toTimestamp(this.network.nowMs()) },
      })),
    })
  }

  /** A part of the phone's history (webhooks/reference/history, 2025-11): phases 0 to 2, each in several parts. */
  syncHistory(
    phoneNumberId: string,
    part: {
      phase: 0 | 1 | 2
      chunkOrder: number
      progress: number
      threads: Readonly<Record<string, HistoryMessage[]>>
    },
  ): void {
    const number = this.number(phoneNumberId)
    const toMessage = (customer: string, { from, at, content, status = 'READ' }: HistoryMessage) => ({
      from: from === 'business' ? number.digits : customer,
      ...(from === 'business' && { to: customer }),
      id: buildMessageId(customer, from === 'business' ? 'to-customer' : 'from-customer'),
      timestamp: toTimestamp(at.getTime()),
      ...content,
      history_context: { status },
    })
    this.network.announce(number.accountId, 'history', {
      ...this.metadata(phoneNumberId),
      history: [
        {
          metadata: { phase: part.phase, chunk_order: part.chunkOrder, progress: part.progress },
          threads: Object.entries(part.threads).map(([customer, messages]) => ({
            id: customer,
            messages: messages.map((message) => toMessage(customer, message)),
          })),
        },
      ],
    })
  }

  /** The owner has switched the history off (webhooks/reference/history, 2025-11). */
  refuseHistory(phoneNumberId: string): void {
    const title = 'History sync is turned off by the business from the WhatsApp Business App'
    this.network.announce(this.number(phoneNumberId).accountId, 'history', {
      ...this.metadata(phoneNumberId),
      history: [{ errors: [{ code: 2593109, title, message: title, error_data: { details: title } }] }],
    })
  }

  /** A customer changes a text within 15 minutes (webhooks/reference/messages/edit, 2026-03): of these numbers only. */
  customerEdits(messageId: string, content: IncomingContent): void {
    this.announceChange(messageId, {
      type: 'edit',
      edit: { original_message_id: messageId, message: content },
    })
  }

  /** A customer deletes a message within two days (webhooks/reference/messages/revoke, 2026-03): of these numbers only. */
  customerRevokes(messageId: string): void {
    this.announceChange(messageId, { type: 'revoke', revoke: { original_message_id: messageId } })
  }

  private change(phoneNumberId: string, to: string, content: IncomingContent): void {
    this.echo(phoneNumberId, to, buildMessageId(this.network.customer(to).phone, 'to-customer'), content)
  }

  private echo(phoneNumberId: string, to: string, id: string, content: IncomingContent): void {
    const number = this.number(phoneNumberId)
    const customer = this.network.customer(to)
    const { phone, userId } = viewCustomer(this.network, phoneNumberId, customer)
    this.network.announce(number.accountId, 'smb_message_echoes', {
      ...this.metadata(phoneNumberId),
      contacts: [{ ...(phone !== undefined && { wa_id: phone }), user_id: userId }],
      message_echoes: [
        {
          from: number.digits,
          ...(phone !== undefined && { to: phone }),
          to_user_id: userId,
          id,
          timestamp: toTimestamp(this.network.nowMs()),
          ...content,
        },
      ],
    })
  }

  private announceChange(messageId: string, content: IncomingContent): void {
    const received = this.network.received.get(messageId)
    if (!received) throw new Error(`message ${messageId} was not received`)
    this.number(received.phoneNumberId)
    const customer = this.network.customer(received.from)
    const view = viewCustomer(this.network, received.phoneNumberId, customer)
    this.network.announceMessages(received.phoneNumberId, {
      contacts: [view.contact],
      messages: [
        {
          ...(view.phone !== undefined && { from: view.phone }),
          from_user_id: view.userId,
          id: buildMessageId(customer.phone, 'from-customer'),
          timestamp: toTimestamp(this.network.nowMs()),
          ...content,
        },
      ],
    })
  }

  private metadata(phoneNumberId: string): Record<string, unknown> {
    const { digits, id } = this.number(phoneNumberId)
    return {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: digits, phone_number_id: id },
    }
  }

  private number(phoneNumberId: string) {
    const number = this.network.number(phoneNumberId)
    if (!number.isOnBusinessApp)
      throw new Error(`${number.digits} is not in use with the WhatsApp Business app`)
    return number
  }
}
