import type { ConnectionProvider } from '../http/connections.routes'
import type { MessageKind } from '../http/tickets.routes'

/** What a connection can do. Programs and screens ask these, never the name of its provider. */
export interface Capabilities {
  /** How it gets its number: a phone that links us, or the simulated one. */
  linking: 'phone' | 'simulated'
  /** Kinds of messages it sends. */
  sends: MessageKind[]
  /** Most bytes of a file of these kinds; of others the installation's own limit. */
  maxBytes: Partial<Record<MessageKind, number>>
  /** Replaces the text of a message that was sent. */
  edits: boolean
  /** Deletes a message that was sent, for everyone. */
  deletes: boolean
  reacts: boolean
  /** Shows the customer that an agent types. */
  showsTyping: boolean
  /** Shows the customer what an agent has read. */
  marksRead: boolean
  /** Tells whether a number is on WhatsApp before anything is sent to it. */
  checksNumbers: boolean
  /** Has the profile pictures of people. */
  hasPictures: boolean
  hasGroups: boolean
  /** Hears calls, and can refuse them. */
  hasCalls: boolean
  hasTemplates: boolean
  /** Most buttons under a message; 0: choices are numbered lines. */
  maxButtons: number
  /** Most rows of a list to choose from; 0: there are no lists. */
  maxListRows: number
  /** Hours after the customer's last message in which anything may be sent; null: always. */
  windowHours: number | null
  /** The network drops a repeated id. Without it a message with an unknown outcome must not be sent again. */
  isIdempotent: boolean
  /** The network restricts numbers that send faster, or start more chats, than people do. */
  needsHumanPace: boolean
}

/* What WhatsApp's apps have. Buttons, lists and templates are for the official API only. */
const phone: Capabilities = {
  linking: 'phone',
  sends: ['chat', 'image', 'video', 'audio', 'application', 'sticker', 'locationMessage', 'vcard'],
  maxBytes: {},
  edits: true,
  deletes: true,
  reacts: true,
  showsTyping: true,
  marksRead: true,
  checksNumbers: true,
  hasPictures: true,
  hasGroups: true,
  hasCalls: true,
  hasTemplates: false,
  maxButtons: 0,
  maxListRows: 0,
  windowHours: null,
  isIdempotent: true,
  needsHumanPace: true,
}

/** By provider. The contract suite of the drivers holds each to its row. */
export const capabilities: Readonly<Record<ConnectionProvider, Capabilities>> = {
  beta: phone,
  simulated: { ...phone, linking: 'simulated', hasPictures: false, needsHumanPace: false },
}

/** Whether it sends a message of this kind, with a file of this size. */
export const canSend = (
  { sends, maxBytes }: Pick<Capabilities, 'sends' | 'maxBytes'>,
  kind: string,
  sizeBytes = 0,
): boolean => {
  const offered = sends.find((candidate) => candidate === kind)
  return offered !== undefined && sizeBytes <= (maxBytes[offered] ?? Infinity)
}
