import type { passkeyAnswerBody, PasskeyOptions, SessionTrouble } from '@balcao/contracts'
import type { InferType } from 'yup'

import type { CloseReason } from './close-reasons'
import type { InboundCall, InboundMessage, InboundReaction, InboundRevision, Person } from './inbound-message'

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
