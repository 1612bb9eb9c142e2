import type { ScheduleEvent, ScheduleView } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'
import { toFeedContext } from './live/query-context'
import { CALENDAR, schedulesApi } from './schedules.api'

const byDue = (left: ScheduleView, right: ScheduleView) =>
  left.sendAt.localeCompare(right.sendAt) || left.id - right.id

/** A contact's schedules after an event, by the time they are due. */
export const applyScheduleEvent = (
  schedules: ScheduleView[],
  contactId: number,
  event: ScheduleEvent,
): ScheduleView[] => {
  const id = event.action === 'delete' ? event.scheduleId : event.schedule.id
  const others = schedules.filter((schedule) => schedule.id !== id)
  if (event.action === 'delete' || event.schedule.contactId !== contactId) return others
  return [...others, event.schedule].sort(byDue)
}

/** Many schedules of one minute change within seconds: the calendar is refetched once for all of them. */
const CALENDAR_AGAIN_AFTER_MS = 500
let again: ReturnType<typeof setTimeout> | undefined

const fetchCalendarSoon = ({ dispatch }: FeedContext) => {
  again ??= setTimeout(() => {
    again = undefined
    dispatch(schedulesApi.util.invalidateTags([{ type: 'schedules', id: CALENDAR }]))
  }, CALENDAR_AGAIN_AFTER_MS)
}

const patchContactSchedules = (event: ScheduleEvent, { dispatch, getState }: FeedContext) => {
  for (const contactId of schedulesApi.util.selectCachedArgsForQuery(getState(), 'listContactSchedules'))
    dispatch(
      schedulesApi.util.updateQueryData('listContactSchedules', contactId, (schedules) =>
        applyScheduleEvent(schedules, contactId, event),
      ),
    )
}

const patchSchedules = (event: ScheduleEvent, context: FeedContext) => {
  fetchCalendarSoon(context)
  patchContactSchedules(event, context)
}

schedulesApi.enhanceEndpoints({
  endpoints: {
    listContactSchedules: { onQueryStarted: onFeedOverAnswers('schedule', patchContactSchedules) },
    createSchedule: {
      onQueryStarted: async (_body, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchSchedules({ action: 'create', schedule: answer.data }, toFeedContext(lifecycle))
      },
    },
    updateSchedule: {
      onQueryStarted: async (_change, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchSchedules({ action: 'update', schedule: answer.data }, toFeedContext(lifecycle))
      },
    },
    deleteSchedule: {
      onQueryStarted: async (scheduleId, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchSchedules({ action: 'delete', scheduleId }, toFeedContext(lifecycle))
      },
    },
  },
})

onFeed('schedule', (_event, context) => fetchCalendarSoon(context))
