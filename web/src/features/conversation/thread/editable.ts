import type { Bubble } from './thread-rows'

/** WhatsApp accepts edits this long; the server decides, this hides the menu entry. */
const EDITABLE_MS = 15 * 60_000

/** Whether a text was sent by an agent at most 15 minutes ago. Messages typed on the phone have no agent. */
export const isEditable = ({ message, outgoing }: Bubble, now: number): boolean =>
  outgoing === null &&
  message.fromMe &&
  message.userId !== null &&
  message.mediaType === 'chat' &&
  message.ack !== -1 &&
  !message.isDeleted &&
  now - Date.parse(message.createdAt) <= EDITABLE_MS
