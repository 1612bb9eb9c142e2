import { deadEventRoutes } from './dead-events.routes'
import { endpoint } from './endpoint'
import { object, text } from './fields'

const deadEventParams = object({
  deadEventId: text(60)
    .matches(/^[a-z-]{1,40}\.[1-9]\d{0,14}$/, 'Invalid id')
    .required(),
})

export const listDeadEvents = endpoint(deadEventRoutes.listDeadEvents, {
  access: 'super',
  tag: 'operations',
  summary: 'Events that a consumer gave up on after five tries, in every service: the newest 50 of each.',
})

export const replayDeadEvent = endpoint(deadEventRoutes.replayDeadEvent, {
  access: 'super',
  params: deadEventParams,
  tag: 'operations',
  summary:
    'Handles the event once more, out of order with its key. It leaves the list when that works, else stays with the new error.',
  errors: ['ERR_NO_EVENT_FOUND'],
})

export const dropDeadEvent = endpoint(deadEventRoutes.dropDeadEvent, {
  access: 'super',
  params: deadEventParams,
  status: 204,
  tag: 'operations',
  summary: 'Forgets the event for good.',
  errors: ['ERR_NO_EVENT_FOUND'],
})
