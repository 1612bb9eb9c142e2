import type { Readable } from 'node:stream'

import type { Capabilities, CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'

import type { Address } from './address'
import type { MessageTarget } from './inbound-message'
import type { OutboundEdit, OutboundMessage, OutboundReaction, OutboundRevoke } from './outbound-message'
import type { PasskeyAnswer, SessionCallbacks } from './session-callbacks.port'

/** Cached answers to number checks. */
export interface NumberCache {
  /** Undefined: not cached, or no longer fresh. */
  find(number: string): Promise<NumberCheck | undefined>
  save(number: string, check: NumberCheck): Promise<void>
}

/** The last message that came in a chat. */
export interface LastReceived {
  waId: string
  sentAt: Date
}

export interface SessionRequest {
  companyId: CompanyId
  connectionId: ConnectionId
  /** Fences every write of credentials and keys. */
  lease: Lease
  callbacks: SessionCallbacks
  numbers: NumberCache
  /** Of a chat; undefined when none came. */
  findLastReceived(chat: Address): Promise<LastReceived | undefined>
}

/** Something that the network brought to our webhook. */
export interface ReceivedEvent {
  companyId: CompanyId
  connectionId: ConnectionId
  kind: 'message' | 'status' | 'other'
  /** As the network wrote it. */
  body: unknown
  /** Fenced by the claim of the event. */
  callbacks: SessionCallbacks
}

/** `unreadable`: nobody can read it, for this reason, which has nothing of its content. */
export type ReceiveOutcome = 'recorded' | { unreadable: string }

export interface NumberCheck {
  exists: boolean
  /** Digits as WhatsApp writes them (a Brazilian mobile may lose or gain its ninth digit). */
  number: string
}

export interface Group {
  subject: string
  participants: { number: string; lid: string; isAdmin: boolean }[]
}

/** A connected or linking session. Methods reject once it is over, with ERR_WAPP_NOT_INITIALIZED when nothing was sent. */
export interface DriverSession {
  /** Messages received from the network that are not recorded yet. */
  lag(): number
  /** Resolves when the frame is written to the socket; it is sent once `accepted` is called. Rejects with an AppError of kind `invalid` for a message that can never be sent. */
  send(message: OutboundMessage): Promise<void>
  /** Deletes an own message, of any device, for everyone. Accepted like a message, under its own id. */
  revoke(revoke: OutboundRevoke): Promise<void>
  /** Replaces the text of an own message. Accepted like a message, under its own id. */
  edit(edit: OutboundEdit): Promise<void>
  /** Accepted like a message, under its own id. */
  react(reaction: OutboundReaction): Promise<void>
  /** Shows or hides "typing…" in the customer's chat. Best effort. */
  typing(typing: { chat: Address; isTyping: boolean }): Promise<void>
  /** Sends read receipts. */
  readMarks(mark: { chat: Address; author: Address | undefined; waIds: readonly string[] }): Promise<void>
  /** Asks our own phone for messages that came without content. Resolves when the request is sent; `filled` has the answer. */
  requestFromPhone(targets: readonly MessageTarget[]): Promise<void>
  /** @throws {AppError} ERR_WAPP_CHECK_CONTACT when WhatsApp does not answer. */
  checkNumber(number: string): Promise<NumberCheck>
  /** The profile picture of a person or group; undefined when there is none or it is hidden. */
  picture(of: Address): Promise<Readable | undefined>
  /** @throws {AppError} ERR_WAPP_NOT_INITIALIZED, ERR_NO_CONTACT_FOUND when we are not in it. */
  group(group: Address): Promise<Group>
  /**
   * Eight characters to type on the phone instead of scanning. Only while QR codes are shown.
   * @param number digits of the phone to link.
   */
  pairingCode(number: string): Promise<string>
  /**
   * The browser's answer to `requested`. After a refusal another one can be given.
   * @throws {AppError} ERR_WAPP_NOT_INITIALIZED unless one is asked for, ERR_WAPP_PASSKEY when WhatsApp refuses it.
   */
  answerPasskey(answer: PasskeyAnswer): Promise<void>
  /** Confirms that the phone shows the code of `compare`. @throws {AppError} ERR_WAPP_NOT_INITIALIZED, ERR_WAPP_PASSKEY */
  confirmPasskey(): Promise<void>
  /** Downloads a file of an earlier message by its `InboundMedia.reference`. @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA */
  fetchMedia(reference: unknown): Promise<Readable>
  /** Unlinks the device: the credentials are void afterwards. */
  logout(): Promise<void>
  /** Closes the socket without unlinking; the stored credentials stay valid. Idempotent. */
  close(): Promise<void>
}

/** Sessions of one provider. Contract suite: tests/whatsapp-driver.contract.ts. */
export interface WhatsAppDriver {
  readonly provider: ConnectionProvider
  readonly capabilities: Capabilities
  /** Starts a session from the stored credentials, or with a QR code when there are none. Resolves before it is connected. */
  open(request: SessionRequest): Promise<DriverSession>
  /** Deletes the stored credentials of a connection that has no open session. Fenced; idempotent. */
  forget(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): Promise<void>
  /**
   * Passes on what the network brought to our webhook, in any process, whether or not a session is open. Undefined: sessions receive.
   * Idempotent. A failure is tried again later.
   */
  receive?(event: ReceivedEvent): Promise<ReceiveOutcome>
  /** Erases what the simulated network stores of these chats. Idempotent. */
  forgetChats?(connectionIds: readonly ConnectionId[], chats: readonly Address[]): Promise<void>
  /** Erases what the simulated network stores of these connections. Idempotent. */
  forgetConnections?(connectionIds: readonly ConnectionId[]): Promise<void>
  /** Descriptions of the simulated network's pending work with connected sessions; for tests that wait until it is done. */
  pending?(): Promise<string[]>
}
