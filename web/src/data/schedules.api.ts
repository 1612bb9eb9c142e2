import { scheduleRoutes, type Answer, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { buildFileForm, type FileFor } from './file-form'
import { numberedPages, type PageAsked } from './pages'
import { endpoint } from './request'

export type ScheduleBody = SentBody<typeof scheduleRoutes.createSchedule>
export type SchedulesPage = Answer<typeof scheduleRoutes.listSchedules>

/** Id of the cache tag of the calendar's lists: refetched after events. */
export const CALENDAR = 'CALENDAR'

/** What the calendar shows: moments as ISO-8601. */
export interface CalendarQuery {
  from: string
  to: string
  searchParam: string
  userId?: number | undefined
}

const toPath = (scheduleId: number) => ({ path: { scheduleId } })

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

    /** A range of days, 500 a page. */
    listCalendar: build.infiniteQuery<SchedulesPage, CalendarQuery, number>({
      ...endpoint(scheduleRoutes.listSchedules, ({ queryArg, pageParam }: PageAsked<CalendarQuery>) => ({
        query: { ...queryArg, pageNumber: pageParam },
      })),
      infiniteQueryOptions: numberedPages,
      providesTags: [{ type: 'Schedule', id: CALENDAR }],
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

    deleteSchedule: build.mutation(endpoint(scheduleRoutes.deleteSchedule, toPath)),

    uploadScheduleFile: build.mutation({
      ...endpoint(scheduleRoutes.uploadScheduleMedia, ({ id, file }: FileFor) => ({
        ...toPath(id),
        body: buildFileForm(file),
      })),
      invalidatesTags: ['Schedule'],
    }),

    deleteScheduleFile: build.mutation({
      ...endpoint(scheduleRoutes.deleteScheduleMedia, toPath),
      invalidatesTags: ['Schedule'],
    }),
  }),
})

export const {
  useListCalendarInfiniteQuery,
  useListContactSchedulesQuery,
  useUploadScheduleFileMutation,
  useDeleteScheduleFileMutation,
  useCreateScheduleMutation,
  useUpdateScheduleMutation,
  useDeleteScheduleMutation,
} = schedulesApi
