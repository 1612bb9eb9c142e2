import type { ErrorCode } from '../errors/error-codes'
import type { SessionEndReason, WebClientView } from './connections.routes'
import type { getConnectionHealthQuery } from './health.http'
import { route, type Sent } from './route'

/**
 * What a session could not do although it goes on. `history`: a part of the phone's history could not be fetched, and is left.
 * `settings-key`: the phone does not give the key to its address book. `pre-keys`: WhatsApp takes no new keys for first
 * messages. `not-recorded`: something that came could not be written down; messages and receipts are tried further.
 */
export const sessionTroubles = ['history', 'settings-key', 'pre-keys', 'not-recorded'] as const
export type SessionTrouble = (typeof sessionTroubles)[number]

/** A connection's health. Counts begin at `since`. */
export interface ConnectionHealth {
  since: string
  /** Client version that it connects with; null on the simulated phone. */
  client: Pick<WebClientView, 'version' | 'source'> | null
  /** How often its session ended by itself, by reason, the most frequent first. */
  ends: { reason: SessionEndReason | 'restart-required'; count: number; lastAt: string }[]
  /** Sends that were refused or not acknowledged, by error code, the most frequent first. */
  refused: { code: ErrorCode; count: number; lastAt: string }[]
  troubles: { kind: SessionTrouble; count: number; lastAt: string }[]
  /** Chats begun in the last 24 hours with people who had not written, and how many may be. */
  newChats: { begun: number; cap: number }
  lastReceivedAt: string | null
  lastSentAt: string | null
  /** Campaigns and new chats are paused until then; null when they are not. */
  pausedUntil: string | null
}

export const healthRoutes = {
  getConnectionHealth: route('get', '/whatsapp/:whatsappId/health').with<{
    query: Sent<typeof getConnectionHealthQuery>
    answer: ConnectionHealth
  }>(),
}
