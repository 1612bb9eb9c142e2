import type { ConnectionProvider } from '../http/connections.routes'
import type { MessageKind } from '../http/tickets.routes'
import { choiceLimits } from './choices'

/** `qr`, `code`, `passkey`: a phone links us as a device. `credentials`: an administrator enters those of the official API. */
export const linkingSteps = ['qr', 'code', 'passkey', 'credentials'] as const
export type LinkingStep = (typeof linkingSteps)[number]

/** What a connection can do. Programs and screens ask these, never the name of its provider. */
export interface Capabilities {
  /** How a number is linked: each is a step that the connection's dialog draws. */
  linksBy: LinkingStep[]
  /** Its phone comes with the product and is opened in a browser. */
  isSimulated: boolean
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
  /** Calls ring on a phone, where they are taken. Without it they are missed; any connection hears them, and can refuse them. */
  hasCalls: boolean
  hasTemplates: boolean
  /** Has a button by which a customer who hides the number shares it. */
  asksNumbers: boolean
  /** Most buttons under a message, of which one may open a page; 0: choices are numbered lines. */
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
  linksBy: ['qr', 'code', 'passkey'],
  isSimulated: false,
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
  asksNumbers: false,
  maxButtons: 0,
  maxListRows: 0,
  windowHours: null,
  isIdempotent: true,
  needsHumanPace: true,
}

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/*
 * The official API, by Meta's pages below developers.facebook.com/documentation/business-messaging/whatsapp, read in November 2026:
 * sizes of business-phone-numbers/media (16 June 2026), the window of messages/send-messages. Messages can be neither edited nor deleted, whether a
 * number is on WhatsApp shows when it is sent to, people have no pictures; groups are built by neither side of this driver, and calls are not taken.
 */
const cloud: Capabilities = {
  ...phone,
  linksBy: ['credentials'],
  sends: [...phone.sends, 'template'],
  maxBytes: {
    image: 5 * MEGABYTE,
    video: 16 * MEGABYTE,
    audio: 16 * MEGABYTE,
    application: 100 * MEGABYTE,
    sticker: 500 * KILOBYTE,
  },
  edits: false,
  deletes: false,
  checksNumbers: false,
  hasPictures: false,
  hasGroups: false,
  hasCalls: false,
  hasTemplates: true,
  asksNumbers: true,
  maxButtons: choiceLimits.buttons,
  maxListRows: choiceLimits.rows,
  windowHours: 24,
  isIdempotent: false,
  needsHumanPace: false,
}

/** By provider. The contract suite of the drivers holds each to its row. */
export const capabilities: Readonly<Record<ConnectionProvider, Capabilities>> = {
  beta: phone,
  simulated: {
    ...phone,
    linksBy: ['qr', 'code'],
    isSimulated: true,
    hasPictures: false,
    needsHumanPace: false,
  },
  cloud,
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

/** What people notice when a connection no longer has it. */
export const lossKinds = [
  'hasGroups',
  'edits',
  'deletes',
  'reacts',
  'showsTyping',
  'marksRead',
  'checksNumbers',
  'hasPictures',
  'hasCalls',
] as const satisfies readonly (keyof Capabilities)[]
export type LossKind = (typeof lossKinds)[number]

/** What a connection loses that changes from one network to another. */
export const listLosses = (from: Capabilities, to: Capabilities): LossKind[] =>
  lossKinds.filter((kind) => from[kind] && !to[kind])

/** Whether files that were sent before are too large now. */
export const hasSmallerFiles = (from: Capabilities, to: Capabilities): boolean =>
  to.sends.some((kind) => (to.maxBytes[kind] ?? Infinity) < (from.maxBytes[kind] ?? Infinity))

/** Whether credentials are entered, and no phone is linked. */
export const linksByCredentials = ({ linksBy }: Pick<Capabilities, 'linksBy'>): boolean =>
  linksBy.includes('credentials')

/** The provider whose credentials are entered: that of the official API. */
export const officialProvider: ConnectionProvider = 'cloud'
