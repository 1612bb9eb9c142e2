import type { Sort } from '../rules/sort'
import type {
  announcementBody,
  announcementPatchBody,
  listAnnouncementsQuery,
  uploadAnnouncementMediaBody,
} from './announcements.http'
import type { MediaView } from './messages.routes'
import { type Sent, route } from './route'

/** What the list of announcements is sorted by. */
export const announcementSorts = ['priority', 'title', 'status'] as const

export type AnnouncementSort = Sort<(typeof announcementSorts)[number]>

/** High, medium, low. */
export const announcementPriorities = [1, 2, 3] as const
export type AnnouncementPriority = (typeof announcementPriorities)[number]

/** What a picture of an announcement may be. */
export const announcementMimeTypes = ['image/png', 'image/jpeg'] as const
export const MAX_ANNOUNCEMENT_MEDIA_BYTES = 5 * 1024 * 1024

export interface AnnouncementView {
  id: number
  title: string
  text: string
  priority: AnnouncementPriority
  /** Shown to everyone; others are seen by super users only. */
  status: boolean
  /** A signed link to the picture; null without one. */
  mediaPath: string | null
  mediaName: string | null
  media: MediaView | null
  createdAt: string
  updatedAt: string
}

export const announcementRoutes = {
  listAnnouncements: route('get', '/announcements').with<{
    query: Sent<typeof listAnnouncementsQuery>
    answer: { records: AnnouncementView[]; count: number; hasMore: boolean }
  }>(),
  getAnnouncement: route('get', '/announcements/:announcementId').with<{ answer: AnnouncementView }>(),
  createAnnouncement: route('post', '/announcements').with<{
    body: Sent<typeof announcementBody>
    answer: AnnouncementView
  }>(),
  updateAnnouncement: route('put', '/announcements/:announcementId').with<{
    body: Sent<typeof announcementPatchBody>
    answer: AnnouncementView
  }>(),
  deleteAnnouncement: route('delete', '/announcements/:announcementId').with<{
    answer: { message: string }
  }>(),
  uploadAnnouncementMedia: route('post', '/announcements/:announcementId/media-upload').with<{
    body: Sent<typeof uploadAnnouncementMediaBody>
    answer: AnnouncementView
  }>(),
  deleteAnnouncementMedia: route('delete', '/announcements/:announcementId/media-upload').with<{
    answer: AnnouncementView
  }>(),
}
