import { DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'

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
  /** Phones put expired files up again when asked. */
  phonesKeepMedia: boolean
  /** From now on any registration is a violation: every device of the test is linked. */
  registrationIsOver: boolean
  /**
   * Clients that say they are older are refused with 405, linked or not: pinned versions die within months
   * (WhiskeySockets/Baileys #2370 2026-02-24, #2376; whatsmeow events.ConnectFailureClientOutdated).
   */
  minimumVersion: readonly [number, number, number]
  /** The revision that `sw.js` of the web client names; undefined: the web client cannot be had. */
  webClientRevision: number | undefined
}

export const defaultSettings = (): Settings => ({
  autoReceipts: 'delivery',
  asksAgain: true,
  certificate: 'good',
  firstPreKeys: 'full',
  sendsHistory: false,
  phonesKeepMedia: true,
  registrationIsOver: false,
  minimumVersion: DEFAULT_CONNECTION_CONFIG.version,
  webClientRevision: DEFAULT_CONNECTION_CONFIG.version[2],
})
