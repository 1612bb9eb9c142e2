import { announcementRoutes, type Answer, type SentBody, type AnnouncementSort } from '@balcao/contracts'

import { api } from './api'
import { buildFileForm, type FileFor } from './file-form'
import { numberedPages, toSortedPage, type SortedList } from './pages'
import { endpoint } from './request'

export type AnnouncementsPage = Answer<typeof announcementRoutes.listAnnouncements>
export type NewAnnouncement = SentBody<typeof announcementRoutes.createAnnouncement>

/** Super users also get inactive ones, for their page. */
export const listActive = (page: AnnouncementsPage) => page.records.filter(({ status }) => status)

const toPath = (announcementId: number) => ({ path: { announcementId } })

export const announcementsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages of the announcements whose title has the words, newest first unless sorted; inactive ones for super users only. */
    listAnnouncements: build.infiniteQuery<AnnouncementsPage, SortedList<AnnouncementSort>, number>({
      ...endpoint(announcementRoutes.listAnnouncements, toSortedPage<SortedList<AnnouncementSort>>),
      infiniteQueryOptions: numberedPages,
      providesTags: ['announcements'],
    }),

    createAnnouncement: build.mutation({
      ...endpoint(announcementRoutes.createAnnouncement, (body: NewAnnouncement) => ({ body })),
      invalidatesTags: ['announcements'],
    }),

    updateAnnouncement: build.mutation({
      ...endpoint(
        announcementRoutes.updateAnnouncement,
        ({ id, body }: { id: number; body: NewAnnouncement }) => ({ ...toPath(id), body }),
      ),
      invalidatesTags: ['announcements'],
    }),

    deleteAnnouncement: build.mutation({
      ...endpoint(announcementRoutes.deleteAnnouncement, toPath),
      invalidatesTags: ['announcements'],
    }),

    uploadAnnouncementPicture: build.mutation({
      ...endpoint(announcementRoutes.uploadAnnouncementMedia, ({ id, file }: FileFor) => ({
        ...toPath(id),
        body: buildFileForm(file),
      })),
      invalidatesTags: ['announcements'],
    }),

    deleteAnnouncementPicture: build.mutation({
      ...endpoint(announcementRoutes.deleteAnnouncementMedia, toPath),
      invalidatesTags: ['announcements'],
    }),
  }),
})

export const {
  useCreateAnnouncementMutation,
  useDeleteAnnouncementMutation,
  useDeleteAnnouncementPictureMutation,
  useListAnnouncementsInfiniteQuery,
  useUpdateAnnouncementMutation,
  useUploadAnnouncementPictureMutation,
} = announcementsApi
