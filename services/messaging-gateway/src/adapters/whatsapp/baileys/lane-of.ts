import type { JournalEntry } from './journal-entry'
import { isGroup, lidOf, numberOf } from './people'

/**
 * The chat to keep the order in. One person's messages under either address share it once both are named on the envelope; what our
 * own devices tell each other, history among it, holds up nobody's messages.
 */
export function laneOf({ envelope }: JournalEntry): string {
  if (envelope.category === 'peer') return 'peer'
  const chat = envelope.recipient ?? envelope.from ?? ''
  if (isGroup(chat)) return chat
  const names = envelope.recipient
    ? [chat, envelope.recipient_lid, envelope.peer_recipient_lid]
    : [chat, envelope.sender_lid, envelope.participant_lid]
  const lid = names.map(lidOf).find(Boolean)
  return lid ? `lid:${lid}` : numberOf(chat) || chat
}
