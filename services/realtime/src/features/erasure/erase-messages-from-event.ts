import {
  isCase,
  type DeskEvent,
  type MessageSnapshot,
  type QuotedMessage,
  type TicketSnapshot,
} from '@balcao/contracts/wire'

type Erased = ReadonlySet<string>

const isQuoted = (quoted: QuotedMessage | undefined, erased: Erased): quoted is QuotedMessage =>
  quoted !== undefined && erased.has(quoted.id) && (quoted.body !== '' || quoted.senderName !== '')

function withoutWords(message: MessageSnapshot, erased: Erased): MessageSnapshot {
  const { quoted } = message
  if (erased.has(message.id))
    return {
      ...message,
      body: '',
      vcard: '',
      senderName: '',
      reactions: [],
      deleted: true,
      media: undefined,
      quoted: undefined,
      location: undefined,
      ad: undefined,
      choices: undefined,
      choiceId: undefined,
      transcript: undefined,
    }
  return isQuoted(quoted, erased) ? { ...message, quoted: { ...quoted, body: '', senderName: '' } } : message
}

function withoutLast(ticket: TicketSnapshot, erased: Erased): TicketSnapshot {
  const lastMessage = erased.has(ticket.lastMessageId) ? '' : ticket.lastMessage
  const lastReceived = erased.has(ticket.lastReceivedId) ? '' : ticket.lastReceived
  return lastMessage === ticket.lastMessage && lastReceived === ticket.lastReceived
    ? ticket
    : { ...ticket, lastMessage, lastReceived }
}

/**
 * The event without the content of these messages: as deleted messages, in quotes and in list
 * previews. The same object when it contained none of them.
 */
export function eraseMessagesFromEvent(event: DeskEvent, erased: Erased): DeskEvent {
  if (isCase(event, 'ticketChanged')) {
    const { ticket } = event.body.value
    if (!ticket) return event
    return withValue(event, { ...event.body.value, ticket: withoutLast(ticket, erased) })
  }
  if (isCase(event, 'messageAppended')) {
    const { message, ticket } = event.body.value
    if (!message || !ticket) return event
    const told = { message: withoutWords(message, erased), ticket: withoutLast(ticket, erased) }
    return withValue(event, { ...event.body.value, ...told })
  }
  if (!isCase(event, 'messageChanged') || !event.body.value.message) return event
  return withValue(event, { ...event.body.value, message: withoutWords(event.body.value.message, erased) })
}

/* Unchanged parts are the same objects. */
function withValue<B extends { $case: string; value: object }>(
  event: DeskEvent & { body: B },
  value: B['value'],
): DeskEvent {
  const before: Record<string, unknown> = { ...event.body.value }
  const isSame = Object.entries(value).every(([name, part]) => before[name] === part)
  return isSame ? event : { ...event, body: { ...event.body, value } }
}
