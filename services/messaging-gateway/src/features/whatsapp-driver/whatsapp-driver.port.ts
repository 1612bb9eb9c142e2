import type { Readable } from 'node:stream'

import type { CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'

import type { MessageTarget } from './inbound-message'
import type { OutboundEdit, OutboundMessage, OutboundReaction, OutboundRevoke } from './outbound-message'
import type { PasskeyAnswer, SessionCallbacks } from './session-callbacks.port'

/** What is known of numbers already, so that the network is asked once for each. */
export interface NumberCache {
  /** Undefined: ask the network. */
  find(number: string): Promise<NumberCheck | undefined>
  save(number: string, check: NumberCheck): Promise<void>
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
