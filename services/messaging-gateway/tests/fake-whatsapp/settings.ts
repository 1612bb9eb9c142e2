import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'

import type { Capping } from './account-limits'
import type { Certificate } from './certificates'
import type { VolumeLimits } from './volume'

/** Behaviour of the server and the phones; tests may change the fields at any time. */
export interface Settings {
  /** Receipts that phones send for a message that they could decrypt. */
  autoReceipts: 'none' | 'delivery' | 'read'
  /** Phones send retry receipts for messages that they cannot decrypt. */
  asksAgain: boolean
  /** The certificate chain for the next connections. */
  certificate: Certificate
  /**
   * Number of one-time pre-keys that a new device uploads. `full`: 812, as on the real server. `small`: five, and
   * five more whenever few are left. `none`: contacts begin sessions without one, which takes the least time.
   */
  firstPreKeys: 'full' | 'small' | 'none'
  /** After pairing the phone sends a history without conversations, and the key of the account's settings. */
  sendsHistory: boolean
  /** A phone sends its companions the keys of the account's settings that they request; otherwise it does not answer. */
  givesSettingsKeys: boolean
  /**
   * At every login a status update waits, encrypted with a sender key that our client never received: a client acks
   * it, does not decrypt it and sends no retry receipt (whatsmeow message.go, `status@broadcast`, 2026-08-21;
   * WhiskeySockets/Baileys Socket/messages-recv.js, `shouldIgnoreJid`).
   */
  postsStatuses: boolean
  /** The server accepts no new one-time pre-keys. */
  refusesPreKeys: boolean
  /**
   * Phones answer requests for messages at once (`PLACEHOLDER_MESSAGE_RESEND`;
   * whatsmeow send.go BuildUnavailableMessageRequest, message.go
   * handlePlaceholderResendResponse, 2026-08-21). Otherwise at `account.answer()`.
   */
  phonesAnswer: boolean
  /** Phones upload expired files again on request. */
  phonesKeepMedia: boolean
  /**
   * End of the account's reach-out time lock; undefined: there is none, and a 463 concerns that message alone
   * (xwa2_fetch_account_reachout_timelock, Baileys Socket/socket.js; WhiskeySockets/Baileys #2441, #2446 2026-03-26).
   */
  timeLockedUntil: Date | undefined
  /** One-to-one messages require the contact's token: see `privacy-tokens.ts`. */
  requiresTokens: boolean
  /**
   * The account's quota of new chats; undefined: the query fails, as
   * on the real server (WhiskeySockets/Baileys #2539, 2026-05-07).
   */
  capping: Capping | undefined
  /** Messages to the number of a person with a LID are accepted too: the unmodified library sends such. */
  takesNumbers: boolean
  /**
   * The server's answer to a number check. After too many checks it refuses (`<error code="429"
   * text="rate-overlimit">`: WhiskeySockets/Baileys #797 2024-05-17, #222) or omits existing numbers (#1522, #1768).
   * It may name people by their LID (whatsmeow user.go IsOnWhatsApp, `pn_jid`).
   */
  numberChecks: 'answered' | 'by-lid' | 'empty' | 'refused'
  /** Many strangers bring 429, a time lock, and a ban; undefined: any number of them is taken. See `volume.ts`. */
  volume: VolumeLimits | undefined
  /** From now on any registration is a violation: every device of the test is linked. */
  registrationIsOver: boolean
  /**
   * Clients with an older version are refused with 405, linked or not: pinned versions expire within months
   * (WhiskeySockets/Baileys #2370 2026-02-24, #2376; whatsmeow events.ConnectFailureClientOutdated).
   */
  minimumVersion: readonly [number, number, number]
  /**
   * Linking requests a passkey after the scan, in place of `pair-success` (WhiskeySockets/Baileys
   * #2672, 2026-06-30: observed `<notification type="passkey_prologue_request">`; content by
   * whatsmeow pair-passkey.go). It must be `account.passkey`.
   */
  requiresPasskey: boolean
  /** Time limit of a linking with a passkey, in milliseconds; WhatsApp's is ten minutes. */
  passkeyMs: number
  /** `success` is also sent to clients that are not linked yet: whatsmeow ignores it since 5f04eac6 (2026-06-22). */
  saysSuccessEarly: boolean
  /** Pairing codes are refused, as for a number that requested too many. */
  refusesPairingCodes: boolean
  /** The revision in `sw.js` of the web client; undefined: the web client is unavailable. */
  webClientRevision: number | undefined
}

export const defaultSettings = (): Settings => ({
  autoReceipts: 'delivery',
  asksAgain: true,
  certificate: 'good',
  firstPreKeys: 'full',
  sendsHistory: false,
  givesSettingsKeys: true,
  postsStatuses: true,
  refusesPreKeys: false,
  phonesAnswer: true,
  phonesKeepMedia: true,
  timeLockedUntil: undefined,
  requiresTokens: false,
  capping: undefined,
  takesNumbers: false,
  numberChecks: 'answered',
  volume: undefined,
  registrationIsOver: false,
  requiresPasskey: false,
  passkeyMs: 600_000,
  saysSuccessEarly: true,
  refusesPairingCodes: false,
  minimumVersion: DEFAULT_CONNECTION_CONFIG.version,
  webClientRevision: DEFAULT_CONNECTION_CONFIG.version[2],
})
