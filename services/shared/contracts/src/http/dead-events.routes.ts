import { route } from './route'

export interface DeadEventView {
  /** `<service>.<number>`. */
  id: string
  service: string
  /** The consumer group that parked the event. */
  group: string
  eventId: string
  companyId: number
  orderingKey: string
  topic: string
  type: string
  attempts: number
  error: string
  diedAt: string
}

export const deadEventRoutes = {
  listDeadEvents: route('get', '/dead-events').with<{
    answer: {
      deadEvents: DeadEventView[]
      hasMore: boolean
      /** Services that did not answer. */
      unavailable: string[]
    }
  }>(),
  replayDeadEvent: route('post', '/dead-events/:deadEventId/replay').with<{
    answer: { handled: boolean; error?: string }
  }>(),
  dropDeadEvent: route('delete', '/dead-events/:deadEventId').with<{ answer: undefined }>(),
}
