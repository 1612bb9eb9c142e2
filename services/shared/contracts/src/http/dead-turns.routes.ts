import type { listDeadTurnsQuery, replayDeadTurnsBody } from './dead-turns.http'
import { type Sent, route } from './route'

/** A customer's message that no prompt or integration answered after all tries; kept for a week. */
export interface DeadTurnView {
  id: string
  /** The prompt, integration or queue that was to answer; '' once it was deleted. */
  targetName: string
  ticketId: number
  ticketUuid: string
  contactName: string
  /** Why the last try failed. */
  reason: string
  /** When the customer wrote. */
  createdAt: string
  deadAt: string
}

interface DeadTurnsPage {
  turns: DeadTurnView[]
  count: number
  hasMore: boolean
}

interface ReplayedTurns {
  /** Will be answered. */
  replayed: number
  /** Stay in the list: a person has the ticket or has answered, it was closed, or the assistant is gone. */
  skipped: number
}

export const deadTurnRoutes = {
  listDeadPromptTurns: route('get', '/dead-turns/prompts').with<{
    query: Sent<typeof listDeadTurnsQuery>
    answer: DeadTurnsPage
  }>(),
  replayDeadPromptTurns: route('post', '/dead-turns/prompts/replay').with<{
    body: Sent<typeof replayDeadTurnsBody>
    answer: ReplayedTurns
  }>(),
  listDeadIntegrationTurns: route('get', '/dead-turns/integrations').with<{
    query: Sent<typeof listDeadTurnsQuery>
    answer: DeadTurnsPage
  }>(),
  replayDeadIntegrationTurns: route('post', '/dead-turns/integrations/replay').with<{
    body: Sent<typeof replayDeadTurnsBody>
    answer: ReplayedTurns
  }>(),
}
