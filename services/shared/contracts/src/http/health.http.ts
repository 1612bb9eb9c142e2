import type { ErrorCode } from '../errors/error-codes'
import type { SessionEndReason, WebClientView } from './connections.http'
import { endpoint } from './endpoint'
import { idText, instantText, object } from './fields'

const connectionParams = object({ whatsappId: idText().required() })

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

export const getConnectionHealth = endpoint<ConnectionHealth>()({
  method: 'get',
  path: '/whatsapp/:whatsappId/health',
  access: 'admin',
  params: connectionParams,
  query: object({ since: instantText().optional() }),
  tag: 'connections',
  summary:
    'How a number is doing since an instant of the last 30 days (24 hours ago unless given): client version, ends of its session, refusals, pauses, last messages.',
  errors: ['ERR_NO_WAPP_FOUND'],
})
