import type { passkeyAnswerBody, PasskeyOptions, SessionTrouble } from '@balcao/contracts'
import type { InferType } from 'yup'

import type { CloudNumber } from '../cloud-accounts'
import type { NetworkTemplate } from '../message-templates'
import type { CloseReason } from './close-reasons'
import type { Refusal } from './refusals'
import type {
  InboundCall,
  InboundMessage,
  InboundReaction,
  InboundRevision,
  NumberChange,
  Person,
} from './inbound-message'

/**
 * A limit on new chats that WhatsApp set for the account. `time-lock`: none until then. `new-chats`: a quota per cycle, and
 * whether it is used up.
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

/** A reason without further fields. */
export type SimpleCloseReason = Exclude<CloseReason, 'temporarily-banned'>

/** Why a session ended without a command: a row of `closeTable`. `until`: the end of a temporary ban, if the server names it. */
export type SessionClosed =
  | { kind: 'closed'; reason: SimpleCloseReason }
  | { kind: 'closed'; reason: 'temporarily-banned'; until: Date | undefined }

/**
 * The step of a linking that asks for a passkey. `requested`: a browser must answer. `answered`: the phone must go on. `compare`:
 * a person confirms that the phone shows this code. After `until` the linking fails.
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

/** What the network says of a delivered message's price. */
export interface MessagePrice {
  /** The network's word. */
  category: string
  isBillable: boolean
  deliveredAt: Date
}

/**
 * What a driver delivers to the gateway. Each call resolves when it is durable. When it rejects, the driver must send no receipt
 * and deliver again later. A driver awaits the calls of one chat in order.
 */
export interface SessionCallbacks {
  /** No callback is called after `closed`. */
  session(event: SessionEvent): Promise<void>
  inbound(message: InboundMessage): Promise<void>
  /** The phone's answer to `requestFromPhone`. Ignored unless a placeholder waits for it. */
  filled(message: InboundMessage): Promise<void>
  revised(revision: InboundRevision): Promise<void>
  /**
   * The server's acknowledgement of a frame, by its id: only then has the message been sent.
   * @param networkId what a network that does not take our id calls the message. Here and below an id is either.
   */
  accepted(waId: string, networkId?: string): Promise<void>
  /** The server refused the frame finally. `until`: the end of a restriction, if the server names it. */
  rejected(waId: string, refusal: Refusal, until?: Date): Promise<void>
  /**
   * The network could not deliver a message that it had accepted. Rejects with ERR_UNAVAILABLE while the acceptance is not recorded:
   * deliver it again later.
   */
  undelivered(waId: string, refusal: Refusal): Promise<void>
  /** A limit on new chats; it replaces the previous one of its kind. */
  limited(limit: AccountLimit): Promise<void>
  /** What the network says of the number itself. Possibly as before. */
  numberAnswered(number: CloudNumber): Promise<void>
  reacted(reaction: InboundReaction): Promise<void>
  /** An incoming call; after `refuse` the driver rejects one that rings. */
  called(call: InboundCall): Promise<'ring' | 'refuse'>
  /** Entries of the phone's address book as they are synced; a name replaces an older one of its number. */
  addressBook(people: readonly Person[]): Promise<void>
  /** People with whom the phone's history has a chat: they are no new chats. */
  chatted(people: readonly Person[]): Promise<void>
  /**
   * The network decided something about a message template. `read` answers what it has of it now, undefined when it is gone, and rejects
   * where the network does not answer.
   */
  templateChanged(id: string, read: () => Promise<NetworkTemplate | undefined>): Promise<void>
  /** Something failed while the session stays connected; shown in the connection's health. */
  trouble(kind: SessionTrouble): Promise<void>
  /** A number and a LID belong to one person: conversations recorded apart are merged. */
  linked(person: { number: string; lid: string }): Promise<void>
  /** A customer has another number: what they write and are written from now on belongs to the same conversation. */
  numberChanged(change: NumberChange): Promise<void>
  /** Receipts of the recipient: 2 delivered, 3 read, 4 played. In any order, possibly repeated. */
  receipt(waIds: readonly string[], ack: 2 | 3 | 4): Promise<void>
  /** The price of a message that was delivered. Possibly repeated. */
  priced(waId: string, price: MessagePrice): Promise<void>
}
