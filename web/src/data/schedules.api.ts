import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  pathOf,
  updateSchedule,
  type BodyOf,
  type ScheduleView,
} from '@balcao/contracts'

import { api } from './api'

export type ScheduleBody = BodyOf<typeof createSchedule>

export const schedulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The contact's schedules by the time they are due, the first 20. */
    listContactSchedules: build.query<ScheduleView[], number>({
      query: (contactId) => ({
        url: pathOf(listSchedules),
        params: { contactId: String(contactId), pageNumber: '1', searchParam: '' },
      }),
      transformResponse: ({ schedules }: { schedules: ScheduleView[] }) => schedules,
      providesTags: ['Schedule'],
    }),

    createSchedule: build.mutation<ScheduleView, ScheduleBody>({
      query: (body) => ({ url: pathOf(createSchedule), method: 'POST', body }),
    }),

    updateSchedule: build.mutation<ScheduleView, { scheduleId: number; body: ScheduleBody }>({
      query: ({ scheduleId, body }) => ({ url: pathOf(updateSchedule, { scheduleId }), method: 'PUT', body }),
    }),

    deleteSchedule: build.mutation<{ message: string }, number>({
      query: (scheduleId) => ({ url: pathOf(deleteSchedule, { scheduleId }), method: 'DELETE' }),
    }),
  }),
})

export const {
  useListContactSchedulesQuery,
  useCreateScheduleMutation,
  useUpdateScheduleMutation,
  useDeleteScheduleMutation,
} = schedulesApi
