import type { JournalEntry } from './journal-entry'
import { isGroup, parseLid, parseNumber } from './jids'

/**
 * The chat within which order is kept. Messages of one person under number and LID share it when the envelope has
 * both addresses. Messages between our own devices, history among them, have their own lane and delay no chat.
 */
export function chooseLane({ envelope }: JournalEntry): string {
  if (envelope.category === 'peer') return 'peer'
  const chat = envelope.recipient ?? envelope.from ?? ''
  if (isGroup(chat)) return chat
  const names = envelope.recipient
    ? [chat, envelope.recipient_lid, envelope.peer_recipient_lid]
    : [chat, envelope.sender_lid, envelope.participant_lid]
  const lid = names.map(parseLid).find(Boolean)
  return lid ? `lid:${lid}` : parseNumber(chat) || chat
}
