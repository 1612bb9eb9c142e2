import { endpoint } from './endpoint'
import { object, text } from './fields'

export interface DeadEventView {
  /** `<service>.<number>`. */
  id: string
  service: string
  /** The consumer that gave the event up. */
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

const deadEventParams = object({
  deadEventId: text(60)
    .matches(/^[a-z-]{1,40}\.[1-9]\d{0,14}$/, 'Invalid id')
    .required(),
})

export const listDeadEvents = endpoint<{
  deadEvents: DeadEventView[]
  hasMore: boolean
  /** Services that could not be asked. */
  unavailable: string[]
}>()({
  method: 'get',
  path: '/dead-events',
  access: 'super',
  tag: 'operations',
  summary: 'Events that a consumer gave up on after five tries, in every service: the newest 50 of each.',
})

export const replayDeadEvent = endpoint<{ handled: boolean; error?: string }>()({
  method: 'post',
  path: '/dead-events/:deadEventId/replay',
  access: 'super',
  params: deadEventParams,
  tag: 'operations',
  summary:
    'Handles the event once more, out of order with its key. It leaves the list when that works, else stays with the new error.',
  errors: ['ERR_NO_EVENT_FOUND'],
})

export const dropDeadEvent = endpoint<undefined>()({
  method: 'delete',
  path: '/dead-events/:deadEventId',
  access: 'super',
  params: deadEventParams,
  status: 204,
  tag: 'operations',
  summary: 'Forgets the event for good.',
  errors: ['ERR_NO_EVENT_FOUND'],
})
