import type { ConnectionStatus, SessionEndReason } from '@balcao/contracts'
import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'

/** What follows an end. Delays double, from the first to the longest. */
export type RetryPlan =
  /** No further attempt until a person acts. `forget`: the credentials are void. */
  | { kind: 'stay-closed'; forget: boolean }
  | { kind: 'retry'; firstMs: number; longestMs: number }
  /** After the time that the server named, or after `unknownMs` when it named none. */
  | { kind: 'wait-for-expiry'; unknownMs: number }
  /** At once under a higher epoch; after `times` within `withinMs` stay closed and show `shownReason`. */
  | { kind: 'take-back'; times: number; withinMs: number; shownReason: SessionEndReason }
  /** At once: part of linking, and of the server's own restarts. */
  | { kind: 'restart'; firstMs: number; longestMs: number }

export interface CloseRow {
  /** Reason codes of `<failure>` and `<stream:error>`, and those of the protocol library itself (408, 428). */
  codes: readonly number[]
  meaning: string
  /** The connection's status until the next attempt. */
  state: ConnectionStatus
  plan: RetryPlan
  /** Key of the text on the connections page; undefined: the page shows none. */
  shownReason: SessionEndReason | undefined
}

const quickRetry: RetryPlan = { kind: 'retry', firstMs: 1 * SECOND, longestMs: 5 * MINUTE }

/**
 * Every way in which a session ends by itself. Meanings of codes: tulir/whatsmeow types/events/events.go and
 * connectionevents.go (2026-08-21), @whiskeysockets/baileys 7.0.0-rc14 Types/index.js.
 */
export const closeTable = {
  lost: {
    codes: [408, 428, 503],
    meaning: 'The connection broke, the server restarts or does not answer.',
    state: 'OPENING',
    plan: quickRetry,
    shownReason: 'lost',
  },
  'bad-session': {
    codes: [500],
    meaning: 'The server could not go on with this session; the next socket usually can.',
    state: 'OPENING',
    plan: { kind: 'retry', firstMs: 5 * SECOND, longestMs: 5 * MINUTE },
    shownReason: 'bad-session',
  },
  'restart-required': {
    codes: [515],
    meaning: 'The server asks for a new socket.',
    state: 'OPENING',
    plan: { kind: 'restart', firstMs: 1 * SECOND, longestMs: 5 * MINUTE },
    shownReason: undefined,
  },
  replaced: {
    codes: [440],
    meaning: 'Another client connected with the same credentials.',
    state: 'OPENING',
    plan: { kind: 'take-back', times: 3, withinMs: 10 * MINUTE, shownReason: 'held-elsewhere' },
    shownReason: 'replaced',
  },
  'logged-out': {
    codes: [401],
    meaning: 'The device was unlinked on the phone.',
    state: 'DISCONNECTED',
    plan: { kind: 'stay-closed', forget: true },
    shownReason: 'logged-out',
  },
  'temporarily-banned': {
    codes: [402],
    meaning: 'The account is banned until the expiry that the failure names.',
    state: 'DISCONNECTED',
    plan: { kind: 'wait-for-expiry', unknownMs: 1 * DAY },
    shownReason: 'temporarily-banned',
  },
  banned: {
    codes: [403, 406],
    meaning: 'The account is locked (403) or banned (406); the server has dropped its devices.',
    state: 'DISCONNECTED',
    plan: { kind: 'stay-closed', forget: true },
    shownReason: 'banned',
  },
  outdated: {
    codes: [405, 409],
    meaning: 'The client version (405) or its description (409) is not accepted any more.',
    state: 'DISCONNECTED',
    plan: { kind: 'retry', firstMs: 10 * MINUTE, longestMs: 1 * HOUR },
    shownReason: 'outdated',
  },
  'multidevice-mismatch': {
    codes: [411],
    meaning: 'The phone is not able to link devices.',
    state: 'DISCONNECTED',
    plan: { kind: 'stay-closed', forget: true },
    shownReason: 'multidevice-mismatch',
  },
  'passkey-required': {
    codes: [],
    meaning: 'Linking asked for a passkey, and the session ended before there was one.',
    state: 'DISCONNECTED',
    plan: { kind: 'stay-closed', forget: false },
    shownReason: 'passkey-required',
  },
  'qr-expired': {
    codes: [],
    meaning: 'No QR code was scanned.',
    state: 'DISCONNECTED',
    plan: { kind: 'stay-closed', forget: false },
    shownReason: 'qr-expired',
  },
  'credentials-refused': {
    codes: [],
    meaning: 'The official API does not take the credentials, or none were entered.',
    state: 'DISCONNECTED',
    plan: { kind: 'stay-closed', forget: false },
    shownReason: 'credentials-refused',
  },
  failed: {
    codes: [],
    meaning: 'An error in our code.',
    state: 'OPENING',
    plan: quickRetry,
    shownReason: 'failed',
  },
} as const satisfies Record<string, CloseRow>

/** A row of `closeTable`. */
export type EndReason = keyof typeof closeTable

/** What a driver reports; `failed` is the gateway's own. */
export type CloseReason = Exclude<EndReason, 'failed'>

/** The row, widened to `CloseRow`. */
export const readCloseRow = (reason: EndReason): CloseRow => closeTable[reason]

const byCode = new Map<number, CloseReason>()
for (const [reason, row] of Object.entries(closeTable))
  for (const code of row.codes as readonly number[]) byCode.set(code, reason as CloseReason)

/**
 * Why the server or the network ended a socket. An unknown code counts as `lost`: it is retried and the credentials are kept.
 */
export const mapCloseCode = (code: number): CloseReason => byCode.get(code) ?? 'lost'
