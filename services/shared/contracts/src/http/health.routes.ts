import type { ErrorCode } from '../errors/error-codes'
import type { SessionEndReason, WebClientView } from './connections.routes'
import type { getConnectionHealthQuery } from './health.http'
import { route, type Sent } from './route'

/** How a number is doing. Counts begin at `since`. */
export interface ConnectionHealth {
  since: string
  /** What its sockets say they are; null on the simulated phone. */
  client: Pick<WebClientView, 'version' | 'source'> | null
  /** How often its session ended by itself, by reason, the most frequent first. */
  ends: { reason: SessionEndReason | 'restart-required'; count: number; lastAt: string }[]
  /** Messages that left and were refused or not answered, by error code, the most frequent first. */
  refused: { code: ErrorCode; count: number; lastAt: string }[]
  lastReceivedAt: string | null
  lastSentAt: string | null
  /** Campaigns and new chats wait until then; null while they go. */
  pausedUntil: string | null
}

export const healthRoutes = {
  getConnectionHealth: route('get', '/whatsapp/:whatsappId/health').with<{
    query: Sent<typeof getConnectionHealthQuery>
    answer: ConnectionHealth
  }>(),
}
