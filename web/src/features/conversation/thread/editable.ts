import type { Bubble } from './thread-rows'

/** As long as WhatsApp takes an edit. The server decides; this only keeps a useless choice out of the menu. */
const EDITABLE_MS = 15 * 60_000

/** Text that an agent sent from here a short while ago. What was typed on the phone has no agent. */
export const isEditable = ({ message, outgoing }: Bubble, now: number): boolean =>
  outgoing === null &&
  message.fromMe &&
  message.userId !== null &&
  message.mediaType === 'chat' &&
  message.ack !== -1 &&
  !message.isDeleted &&
  now - Date.parse(message.createdAt) <= EDITABLE_MS
