import type { Readable } from 'node:stream'

import type {
  CompanyId,
  ConnectionId,
  ConnectionProvider,
  MessageKind,
  SessionTrouble,
  passkeyAnswerBody,
  PasskeyOptions,
} from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'
import type { InferType } from 'yup'

import type { CloseReason } from './close-reasons'

export { mapCloseCode, type CloseReason } from './close-reasons'

export interface Location {
  latitude: number
  longitude: number
  name: string
  address: string
}

/** A person as the network shows them: digits of the number, the privacy id (LID), or both. */
export interface Person {
  number: string
  lid: string
  name: string
}

/** A file on its way in. `open` may be called again after a failure. */
export interface InboundMedia {
  name: string
  claimedMimeType: string
  durationSeconds: number
  /** As the sender says; 0 when it does not. */
  sizeBytes: number
  /**
   * How to fetch it later, by any session of the connection: plain JSON, kept encrypted. Undefined when it cannot be
   * fetched again.
   */
  reference: unknown
  /** @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA when it cannot be had now. Ends early when the bytes are not the sender's. */
  open(): Promise<Readable>
}

/** The ad or post that somebody wrote from, as their app says. */
export interface AdReply {
  title: string
  body: string
  /** http or https, or ''. */
  url: string
  /** `ad` or `post`. */
  sourceType: string
  /** The ad's id at its network. */
  sourceId: string
  /** JPEG of at most 16 KiB in base64, or ''. */
  thumbnail: string
}

/** What WhatsApp shows above a bubble. */
export const messageMarks = ['forwarded', 'viewOnce', 'ephemeral'] as const
export type MessageMark = (typeof messageMarks)[number]

/** A message as the network delivered it. Its identity is (remoteJid, participant, fromMe, waId). */
export interface InboundMessage {
  waId: string
  remoteJid: string
  /** Who wrote, in a group; else ''. */
  participant: string
  /** Written by our own number, on the phone or another device. */
  fromMe: boolean
  isGroup: boolean
  /** The chat's other side; of a group `name` is its subject. */
  contact: Person
  /** Who wrote, in a group. */
  sender: Person | undefined
  /** `placeholder`: it came without content, and our phone may be asked for it; `phoneOnly`: it shows on the phone only. */
  kind: MessageKind
  body: string
  media: InboundMedia | undefined
  quotedWaId: string
  location: Location | undefined
  vcard: string
  ad: AdReply | undefined
  marks: readonly MessageMark[]
  sentAt: Date
}

/** An emoji on the message with this identity. */
export interface InboundReaction extends MessageTarget {
  /** '' takes it back. */
  emoji: string
  /** Who put it; undefined: our own number, on the phone. */
  by: Person | undefined
  sentAt: Date
}

/** Somebody rings. `waId` is the call's own id: repeated frames of one call carry the same. */
export interface InboundCall {
  waId: string
  remoteJid: string
  contact: Person
  isVideo: boolean
  sentAt: Date
}

/** Names a message on the network. */
export interface MessageTarget {
  remoteJid: string
  /** Who wrote it, in a group; else ''. */
  participant: string
  fromMe: boolean
  waId: string
}

/** The sender edited (`body`) or deleted an earlier message for everyone. */
export interface InboundRevision extends MessageTarget {
  deleted: boolean
  body: string
}

export interface OutboundMedia {
  name: string
  mimeType: string
  sizeBytes: number
  /** A fresh stream of the bytes at each call. */
  open(): Promise<Readable>
}

export interface OutboundMessage {
  /** Chosen by us, the same at every retry: the network and the phone know a repeat by it. */
  waId: string
  remoteJid: string
  kind: MessageKind
  body: string
  media: OutboundMedia | undefined
  quoted: { waId: string; fromMe: boolean; participant: string; body: string } | undefined
  location: Location | undefined
  vcard: string
  /** How long "typing…" is shown before it leaves. */
  typingMs: number
}

export interface OutboundRevoke {
  /** Id of the deletion itself. */
  waId: string
  targetWaId: string
  remoteJid: string
  /** Who wrote the target: our own number in a group, where the network names writers; else ''. */
  participant: string
}

export interface OutboundEdit {
  /** Id of the edit itself. */
  waId: string
  targetWaId: string
  remoteJid: string
  body: string
}

export interface OutboundReaction {
  /** Id of the reaction itself. */
  waId: string
  target: MessageTarget
  /** '' takes it back. */
  emoji: string
}

/**
 * What the network lets an account begin. `time-lock`: no chats with strangers until then. `new-chats`: its quota of them in the
 * network's own cycle, and whether it is used up.
 */
export type AccountLimit =
  | { kind: 'time-lock'; isActive: boolean; until: Date | undefined }
  | {
      kind: 'new-chats'
      isUsedUp: boolean
      /** When the cycle ends. */
      until: Date | undefined
      /** Undefined: there is none. */
      quota: { total: number; used: number } | undefined
    }

/** What is known of numbers already, so that the network is asked once for each. */
export interface NumberCache {
  /** Undefined: ask the network. */
  find(number: string): Promise<NumberCheck | undefined>
  save(number: string, check: NumberCheck): Promise<void>
}

/**
 * Why the server refused a frame for good. `restricted`: the number may not start new chats for now (463).
 * `not-on-whatsapp`, `not-in-group`: the chat does not take it. `token-missing`: it lacked a token of the contact that is there
 * by now: once more may do. `refused`: everything else.
 */
export type Refusal = 'restricted' | 'token-missing' | 'not-on-whatsapp' | 'not-in-group' | 'refused'

/** A reason that says all there is to say. */
export type SimpleCloseReason = Exclude<CloseReason, 'temporarily-banned'>

/** Why a session ended by itself: a row of `closeTable`. `until`: when a temporary ban is over, if the server says so. */
export type SessionClosed =
  | { kind: 'closed'; reason: SimpleCloseReason }
  | { kind: 'closed'; reason: 'temporarily-banned'; until: Date | undefined }

/**
 * Where a linking that asks for a passkey is. `requested`: a browser must answer. `answered`: the phone goes on. `compare`: a
 * person confirms that the phone shows this code. Until then, or the linking is given up.
 */
export type PasskeyStep =
  | { step: 'requested'; options: PasskeyOptions; until: Date }
  | { step: 'answered'; until: Date }
  | { step: 'compare'; code: string; until: Date }

/** A WebAuthn assertion, bytes in base64url. */
export type PasskeyAnswer = InferType<typeof passkeyAnswerBody>

export type SessionEvent =
  | { kind: 'qr'; text: string }
  | { kind: 'passkey'; step: PasskeyStep }
  | { kind: 'pairing' }
  | { kind: 'connected'; number: string }
  | SessionClosed

/**
 * What a driver tells the gateway. Each call resolves when the gateway has made it durable and rejects when it could
 * not: then the driver must not receipt, and deliver again later. A driver awaits calls of one chat in order.
 */
export interface SessionCallbacks {
  /** After `closed` the driver calls nothing any more. */
  session(event: SessionEvent): Promise<void>
  inbound(message: InboundMessage): Promise<void>
  /** Our own phone gave a message that it was asked for. One that waits for nothing is ignored. */
  filled(message: InboundMessage): Promise<void>
  revised(revision: InboundRevision): Promise<void>
  /** The server's own answer to a frame, by the frame's id. The only proof that it arrived. */
  accepted(waId: string): Promise<void>
  /** The server refused the frame for good. `until`: when a restriction ends, if the server says so. */
  rejected(waId: string, refusal: Refusal, until?: Date): Promise<void>
  /** The network says what the account may begin; the newest word counts. */
  limited(limit: AccountLimit): Promise<void>
  reacted(reaction: InboundReaction): Promise<void>
  /** Somebody rings: `refuse` hangs up. */
  called(call: InboundCall): Promise<'ring' | 'refuse'>
  /** Names from the phone's address book, as they become known; a name replaces an older one of its number. */
  addressBook(people: readonly Person[]): Promise<void>
  /** What the session could not do although it goes on: a person is told. */
  trouble(kind: SessionTrouble): Promise<void>
  /** Number and privacy id turned out to be one person: tells conversations that were settled apart. */
  linked(person: { number: string; lid: string }): Promise<void>
  /** The other side's receipts: 2 delivered, 3 read, 4 played. Any order, any number of times. */
  receipt(waIds: readonly string[], ack: 2 | 3 | 4): Promise<void>
}

export interface SessionRequest {
  companyId: CompanyId
  connectionId: ConnectionId
  /** Every write of credentials and keys is fenced with it. */
  lease: Lease
  callbacks: SessionCallbacks
  numbers: NumberCache
}

export interface NumberCheck {
  exists: boolean
  /** Digits as the network writes them (a Brazilian mobile may lose or gain its ninth digit). */
  number: string
}

export interface Group {
  subject: string
  participants: { number: string; lid: string; isAdmin: boolean }[]
}

/** An open line. Every method rejects once the session is over, with ERR_WAPP_NOT_INITIALIZED when nothing can have left. */
export interface DriverSession {
  /** Messages taken from the network that are not with the gateway yet. */
  lag(): number
  /** Resolves when the frame has left, which proves nothing: wait for `accepted`. Rejects with an AppError of kind `invalid` for what can never be sent. */
  send(message: OutboundMessage): Promise<void>
  /** Deletes an own message for everyone, whichever device it was written on. Accepted like a message, under its own id. */
  revoke(revoke: OutboundRevoke): Promise<void>
  /** Replaces the text of an own message. Accepted like a message, under its own id. */
  edit(edit: OutboundEdit): Promise<void>
  /** Accepted like a message, under its own id. */
  react(reaction: OutboundReaction): Promise<void>
  /** "typing…" at the customer's, while an agent writes. Best effort. */
  typing(chat: { remoteJid: string; isTyping: boolean }): Promise<void>
  /** Blue ticks for the customer. */
  readMarks(mark: { remoteJid: string; participant: string; waIds: readonly string[] }): Promise<void>
  /** Asks our own phone for messages that came without content. Resolves when the request has left; see `filled`. */
  askPhone(targets: readonly MessageTarget[]): Promise<void>
  /** @throws {AppError} ERR_WAPP_CHECK_CONTACT when the network cannot say. */
  checkNumber(number: string): Promise<NumberCheck>
  /** The picture of a person (`digits@s.whatsapp.net`) or group as it is now; undefined when there is none or it is hidden. */
  picture(remoteJid: string): Promise<Readable | undefined>
  /** @throws {AppError} ERR_WAPP_NOT_INITIALIZED, ERR_NO_CONTACT_FOUND when we are not in it. */
  group(remoteJid: string): Promise<Group>
  /**
   * Eight characters to type on the phone instead of scanning. Only while QR codes are shown.
   * @param number digits of the phone that shall be linked.
   */
  pairingCode(number: string): Promise<string>
  /**
   * The browser's answer to `requested`. A refused one can be followed by another.
   * @throws {AppError} ERR_WAPP_NOT_INITIALIZED unless one is asked for, ERR_WAPP_PASSKEY when the network refuses it.
   */
  answerPasskey(answer: PasskeyAnswer): Promise<void>
  /** The phone shows the code of `compare`. @throws {AppError} ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_PASSKEY */
  confirmPasskey(): Promise<void>
  /** Fetches a file of an earlier message by its `InboundMedia.ticket`. @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA */
  fetchMedia(ticket: unknown): Promise<Readable>
  /** Unlinks the device: the credentials are void afterwards. */
  logout(): Promise<void>
  /** Hangs up without a goodbye to the phone; the stored credentials stay good. Idempotent. */
  close(): Promise<void>
}

/** One way to be on WhatsApp. Contract suite: tests/whatsapp-driver.contract.ts. */
export interface WhatsAppDriver {
  readonly provider: ConnectionProvider
  /** Whether the network drops a repeat of an id it has seen. Without it a message in doubt must not be sent again. */
  readonly idempotentById: boolean
  /** Whether the network restricts numbers that write faster, or to more strangers, than people do. */
  readonly needsHumanPace: boolean
  /** Starts a session from the stored credentials, or with a QR code when there are none. Resolves before it is connected. */
  open(request: SessionRequest): Promise<DriverSession>
  /** Wipes the stored credentials of a connection that has no open session. Fenced; idempotent. */
  forget(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): Promise<void>
  /** Erases what the network keeps of these chats. Simulated networks only: WhatsApp's own is not ours. Idempotent. */
  forgetChats?(connectionIds: readonly ConnectionId[], jids: readonly string[]): Promise<void>
  /** Work the network still has with connected lines, for whoever waits until all is quiet. Simulated networks only. */
  pending?(): Promise<string[]>
}

/** How a chat shows a file of this type. */
export function mapMimeToKind(mimeType: string): MessageKind {
  const [family] = mimeType.split('/')
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'application'
}
