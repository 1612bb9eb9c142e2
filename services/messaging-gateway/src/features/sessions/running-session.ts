import type { CompanyId, ConnectionProvider } from '@balcao/contracts'

import type { CallbackDeps } from './session-callbacks'
import type { CloseReason, DriverSession, NumberCache } from '../whatsapp-driver'
import type { WriteDeps } from './write-session'

export interface SessionTimes {
  /** QR codes shown before the session ends as `qr-expired`. */
  qrLimit: number
  /** How long frames under way may take at a planned end. */
  drainMs: number
  /** A session that was connected for so long resets the count of failures. */
  stableMs: number
}

export interface SessionDeps extends CallbackDeps, WriteDeps {
  sessionTimes: SessionTimes
  /** A company's cached answers about numbers on a network. */
  numberCache(companyId: CompanyId, provider: ConnectionProvider): NumberCache
}

/** Why one session of a connection is over: the network, a command, the end of the process, the lease, or an error in our code. */
export type SessionEnd = CloseReason | 'stopped' | 'commanded' | 'lease-lost' | 'failed'

export interface SessionOutcome {
  reason: SessionEnd
  /** 0 when it never connected. */
  connectedForMs: number
  /** When the server accepts the number again, if it said so. */
  until: Date | undefined
}

/** One session from its opening to its end. */
export interface RunningSession {
  /** Resolves after everything was closed. Never rejects. */
  ended: Promise<SessionOutcome>
  end(reason: SessionEnd): void
  nudgeOutbound(): void
  /** The driver's session while it is connected. */
  connectedSession(): DriverSession | undefined
  /** The session while it shows QR codes, or asks for a passkey. */
  pairingSession(): DriverSession | undefined
  stats(): SessionStats
}

/** Measures of a session, for metrics and hand-overs. */
export interface SessionStats {
  state: 'opening' | 'qrcode' | 'connected' | 'ending'
  /** Since it began to open. */
  ageMs: number
  /** Since the last message came or left. */
  quietMs: number
  /** Messages taken from the network that are not recorded yet. */
  lag: number
  /** Frames that were sent and not yet acknowledged. */
  unanswered: number
}
