import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'

import type { Capping } from './account-limits'
import type { Certificate } from './certificates'

/** How the server and the phones behave; tests change the fields as they go. */
export interface Settings {
  /** What phones answer by themselves to a message they could read. */
  autoReceipts: 'none' | 'delivery' | 'read'
  /** Phones ask again for what they cannot read. */
  asksAgain: boolean
  /** The chain shown to the next connections. */
  certificate: Certificate
  /**
   * How many one-time pre-keys a fresh device is made to upload. `full`: 812, as on the real server. `small`: five, and
   * five more whenever they run low. `none`: contacts begin their sessions without, which is the cheapest.
   */
  firstPreKeys: 'full' | 'small' | 'none'
  /** After pairing the phone sends a history without conversations, and the key of the account's settings. */
  sendsHistory: boolean
  /** A phone gives its companions the keys of the account's settings that they ask for; else it does not answer. */
  givesSettingsKeys: boolean
  /**
   * At every login somebody's status update waits, under the sender key of strangers that nobody ever gave us: a client
   * acks it, and neither reads it nor asks for it again (whatsmeow message.go, `status@broadcast`, 2026-08-21;
   * WhiskeySockets/Baileys Socket/messages-recv.js, `shouldIgnoreJid`).
   */
  postsStatuses: boolean
  /** The server takes no new one-time pre-keys. */
  refusesPreKeys: boolean
  /**
   * Phones give what they are asked for at once (`PLACEHOLDER_MESSAGE_RESEND`; whatsmeow send.go BuildUnavailableMessageRequest,
   * message.go handlePlaceholderResendResponse, 2026-08-21). Otherwise when the test lets them: `account.answer()`.
   */
  phonesAnswer: boolean
  /** Phones put expired files up again when asked. */
  phonesKeepMedia: boolean
  /**
   * When the account's reach-out time lock ends; undefined: there is none, and a 463 concerns that message alone
   * (xwa2_fetch_account_reachout_timelock, Baileys Socket/socket.js; WhiskeySockets/Baileys #2441, #2446 2026-03-26).
   */
  timeLockedUntil: Date | undefined
  /** One-to-one messages need the contact's token: see `privacy-tokens.ts`. */
  requiresTokens: boolean
  /** What the account is told of its quota of new chats; undefined: the server fails, as it does (WhiskeySockets/Baileys #2539, 2026-05-07). */
  capping: Capping | undefined
  /** Messages are taken at the number of somebody who has a LID, too: the plain library does no better. */
  takesNumbers: boolean
  /**
   * What the server says to who asks whether a number exists. Asked too often it refuses (`<error code="429"
   * text="rate-overlimit">`: WhiskeySockets/Baileys #797 2024-05-17, #222) or leaves everybody out (#1522, #1768: answers
   * without the number although somebody has it). It may name people by their LID (whatsmeow user.go IsOnWhatsApp, `pn_jid`).
   */
  numberChecks: 'answered' | 'by-lid' | 'empty' | 'refused'
  /** From now on any registration is a violation: every device of the test is linked. */
  registrationIsOver: boolean
  /**
   * Clients that say they are older are refused with 405, linked or not: pinned versions die within months
   * (WhiskeySockets/Baileys #2370 2026-02-24, #2376; whatsmeow events.ConnectFailureClientOutdated).
   */
  minimumVersion: readonly [number, number, number]
  /**
   * Linking asks for a passkey after the scan, in place of `pair-success` (WhiskeySockets/Baileys #2672, 2026-06-30: observed
   * `<notification type="passkey_prologue_request">`; content by whatsmeow pair-passkey.go). It must be `account.passkey`.
   */
  requiresPasskey: boolean
  /** How long it may take; WhatsApp gives ten minutes. */
  passkeyMs: number
  /** `success` is said to clients that are not linked yet, too: whatsmeow 5f04eac6 (2026-06-22) had to learn to ignore it. */
  saysSuccessEarly: boolean
  /** Codes to type are refused, as they are for a number that asked too often. */
  refusesPairingCodes: boolean
  /** The revision that `sw.js` of the web client names; undefined: the web client cannot be had. */
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
  registrationIsOver: false,
  requiresPasskey: false,
  passkeyMs: 600_000,
  saysSuccessEarly: true,
  refusesPairingCodes: false,
  minimumVersion: DEFAULT_CONNECTION_CONFIG.version,
  webClientRevision: DEFAULT_CONNECTION_CONFIG.version[2],
})
