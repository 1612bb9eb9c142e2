import type { ConnectionStatus, SessionEndReason } from '@balcao/contracts'
import { DAY, HOUR, MINUTE, SECOND } from '@balcao/kernel'

/** What follows an end. Delays grow by doubling, from the first to the longest. */
export type RetryPlan =
  /** Stay until a person acts. `forget`: the credentials are void. */
  | { kind: 'rest'; forget: boolean }
  | { kind: 'retry'; firstMs: number; longestMs: number }
  /** Once the server's own time is over, or after `unknownMs` when it gave none. */
  | { kind: 'wait-for-expiry'; unknownMs: number }
  /** At once under a higher epoch; after `times` within `withinMs` rest and ask a person. */
  | { kind: 'take-back'; times: number; withinMs: number; asks: SessionEndReason }
  /** At once: part of linking, and of the server's own restarts. */
  | { kind: 'restart'; firstMs: number; longestMs: number }

export interface CloseRow {
  /** Reason codes of `<failure>` and `<stream:error>`, and those that the protocol library makes up (408, 428). */
  codes: readonly number[]
  meaning: string
  /** The connection's status until the next try. */
  state: ConnectionStatus
  plan: RetryPlan
  /** Key of the words on the connections page; undefined: nothing is said. */
  words: SessionEndReason | undefined
}

const quickRetry: RetryPlan = { kind: 'retry', firstMs: 1 * SECOND, longestMs: 5 * MINUTE }

/**
 * Every way in which a session ends by itself. Meanings of codes: tulir/whatsmeow types/events/events.go and
 * connectionevents.go (2026-08-21), @whiskeysockets/baileys 7.0.0-rc14 Types/index.js.
 */
export const closeTable = {
  lost: {
    codes: [408, 428, 503],
    meaning: 'The line broke, the server restarts or does not answer.',
    state: 'OPENING',
    plan: quickRetry,
    words: 'lost',
  },
  'bad-session': {
    codes: [500],
    meaning: 'The server could not go on with this session; the next socket usually can.',
    state: 'OPENING',
    plan: { kind: 'retry', firstMs: 5 * SECOND, longestMs: 5 * MINUTE },
    words: 'bad-session',
  },
  'restart-required': {
    codes: [515],
    meaning: 'The server asks for a new socket.',
    state: 'OPENING',
    plan: { kind: 'restart', firstMs: 1 * SECOND, longestMs: 5 * MINUTE },
    words: undefined,
  },
  replaced: {
    codes: [440],
    meaning: 'Another client came with the same credentials.',
    state: 'OPENING',
    plan: { kind: 'take-back', times: 3, withinMs: 10 * MINUTE, asks: 'held-elsewhere' },
    words: 'replaced',
  },
  'logged-out': {
    codes: [401],
    meaning: 'The device was unlinked on the phone.',
    state: 'DISCONNECTED',
    plan: { kind: 'rest', forget: true },
    words: 'logged-out',
  },
  'temporarily-banned': {
    codes: [402],
    meaning: 'The account is banned until the expiry that the failure names.',
    state: 'DISCONNECTED',
    plan: { kind: 'wait-for-expiry', unknownMs: 1 * DAY },
    words: 'temporarily-banned',
  },
  banned: {
    codes: [403, 406],
    meaning: 'The account is locked (403) or banned (406); the server has dropped its devices.',
    state: 'DISCONNECTED',
    plan: { kind: 'rest', forget: true },
    words: 'banned',
  },
  outdated: {
    codes: [405, 409],
    meaning: 'The client version (405) or its description (409) is not accepted any more.',
    state: 'DISCONNECTED',
    plan: { kind: 'retry', firstMs: 10 * MINUTE, longestMs: 1 * HOUR },
    words: 'outdated',
  },
  'multidevice-mismatch': {
    codes: [411],
    meaning: 'The phone is not able to link devices.',
    state: 'DISCONNECTED',
    plan: { kind: 'rest', forget: true },
    words: 'multidevice-mismatch',
  },
  'passkey-required': {
    codes: [],
    meaning: 'Linking asked for a passkey, and the line ended before there was one.',
    state: 'DISCONNECTED',
    plan: { kind: 'rest', forget: false },
    words: 'passkey-required',
  },
  'qr-expired': {
    codes: [],
    meaning: 'Nobody scanned the QR codes.',
    state: 'DISCONNECTED',
    plan: { kind: 'rest', forget: false },
    words: 'qr-expired',
  },
  failed: {
    codes: [],
    meaning: 'A failure of ours.',
    state: 'OPENING',
    plan: quickRetry,
    words: 'failed',
  },
} as const satisfies Record<string, CloseRow>

/** A row of `closeTable`. */
export type EndReason = keyof typeof closeTable

/** What a driver says; `failed` is the gateway's own. */
export type CloseReason = Exclude<EndReason, 'failed'>

/** The row as plain data. */
export const closeRowOf = (reason: EndReason): CloseRow => closeTable[reason]

const byCode = new Map<number, CloseReason>()
for (const [reason, row] of Object.entries(closeTable))
  for (const code of row.codes as readonly number[]) byCode.set(code, reason as CloseReason)

/**
 * Why the server or the network ended a socket. What is not in the table is a lost line: credentials are worth more than a
 * wrong guess, and the page says so while it is tried again.
 */
export const closeReasonOf = (code: number): CloseReason => byCode.get(code) ?? 'lost'
