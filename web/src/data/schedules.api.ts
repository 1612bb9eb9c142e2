import { scheduleRoutes, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type ScheduleBody = SentBody<typeof scheduleRoutes.createSchedule>

export const schedulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The contact's schedules by the time they are due, the first 20. */
    listContactSchedules: build.query({
      ...endpoint(
        scheduleRoutes.listSchedules,
        (contactId: number) => ({ query: { contactId, pageNumber: 1, searchParam: '' } }),
        ({ schedules }) => schedules,
      ),
      providesTags: ['Schedule'],
    }),

    createSchedule: build.mutation(
      endpoint(scheduleRoutes.createSchedule, (body: ScheduleBody) => ({ body })),
    ),

    updateSchedule: build.mutation(
      endpoint(
        scheduleRoutes.updateSchedule,
        ({ scheduleId, body }: { scheduleId: number; body: ScheduleBody }) => ({
          path: { scheduleId },
          body,
        }),
      ),
    ),

    deleteSchedule: build.mutation(
      endpoint(scheduleRoutes.deleteSchedule, (scheduleId: number) => ({ path: { scheduleId } })),
    ),
  }),
})

export const {
  useListContactSchedulesQuery,
  useCreateScheduleMutation,
  useUpdateScheduleMutation,
  useDeleteScheduleMutation,
} = schedulesApi
