import type { AnnouncementSnapshot } from '../gen/desk/auth/v1/auth_events'
import { announcementPriorities, type AnnouncementView } from '../http/announcements.routes'
import type { CompanyId } from '../ids/ids'
import { mediaView } from './media-view'
import type { SignMedia } from './view-fields'

/** @param reader whose users the picture's link is made for: announcements belong to no company. */
export function announcementView(
  announcement: AnnouncementSnapshot,
  reader: CompanyId,
  sign: SignMedia,
): AnnouncementView {
  const media = announcement.media?.key ? mediaView(reader, announcement.media, sign) : null
  return {
    id: announcement.id,
    title: announcement.title,
    text: announcement.text,
    priority: announcementPriorities.find((known) => known === announcement.priority) ?? 3,
    status: announcement.isActive,
    mediaPath: media?.url ?? null,
    mediaName: media?.name ?? null,
    media,
    createdAt: (announcement.createdAt ?? new Date(0)).toISOString(),
    updatedAt: (announcement.updatedAt ?? new Date(0)).toISOString(),
  }
}
