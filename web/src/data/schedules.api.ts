import { scheduleRoutes, type Answer, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { buildFileForm, withFile, type FileFor } from './file-form'
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

/** Of the template's header, where it comes with the body. */
interface ScheduleWithFile {
  body: ScheduleBody
  file: File | null
}

const FORM_BODY = 'scheduleData'

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
      providesTags: ['schedules'],
    }),

    /** A range of days, 500 a page. */
    listCalendar: build.infiniteQuery<SchedulesPage, CalendarQuery, number>({
      ...endpoint(scheduleRoutes.listSchedules, ({ queryArg, pageParam }: PageAsked<CalendarQuery>) => ({
        query: { ...queryArg, pageNumber: pageParam },
      })),
      infiniteQueryOptions: numberedPages,
      providesTags: [{ type: 'schedules', id: CALENDAR }],
    }),

    createSchedule: build.mutation(
      endpoint(scheduleRoutes.createSchedule, ({ body, file }: ScheduleWithFile) => ({
        body: withFile(body, file, FORM_BODY),
      })),
    ),

    updateSchedule: build.mutation(
      endpoint(
        scheduleRoutes.updateSchedule,
        ({ scheduleId, body, file }: ScheduleWithFile & { scheduleId: number }) => ({
          path: { scheduleId },
          body: withFile(body, file, FORM_BODY),
        }),
      ),
    ),

    deleteSchedule: build.mutation(endpoint(scheduleRoutes.deleteSchedule, toPath)),

    uploadScheduleFile: build.mutation({
      ...endpoint(scheduleRoutes.uploadScheduleMedia, ({ id, file }: FileFor) => ({
        ...toPath(id),
        body: buildFileForm(file),
      })),
      invalidatesTags: ['schedules'],
    }),

    deleteScheduleFile: build.mutation({
      ...endpoint(scheduleRoutes.deleteScheduleMedia, toPath),
      invalidatesTags: ['schedules'],
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
