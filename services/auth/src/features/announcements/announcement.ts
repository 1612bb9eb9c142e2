import { announcementMimeTypes, MAX_ANNOUNCEMENT_MEDIA_BYTES, type AnnouncementId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, type Session, type Upload } from '@balcao/kernel'

/** What the platform tells every company. */
export interface Announcement {
  id: AnnouncementId
  title: string
  text: string
  /** 1 high, 2 medium, 3 low. */
  priority: number
  /** Shown to everyone; others are seen by super users only. */
  isActive: boolean
  media: Media | null
  createdAt: Date
  updatedAt: Date
}

export type AnnouncementDraft = Pick<Announcement, 'title' | 'text' | 'priority' | 'isActive'>

/** @throws {AppError} ERR_NO_ANNOUNCEMENT_FOUND when there is none, and for users who may not see an inactive one. */
export function requireReadable(announcement: Announcement | undefined, session: Session): Announcement {
  if (!announcement || (!announcement.isActive && !session.super))
    throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND')
  return announcement
}

/** A png or jpeg of 5 MiB at most. @throws {AppError} ERR_MEDIA_EMPTY, ERR_MEDIA_NOT_ALLOWED, ERR_MEDIA_TOO_LARGE */
export function requirePicture(upload: Upload | undefined): Upload {
  if (!upload) throw new AppError('ERR_MEDIA_EMPTY')
  if (!announcementMimeTypes.some((mimeType) => mimeType === upload.mimeType))
    throw new AppError('ERR_MEDIA_NOT_ALLOWED')
  if (upload.sizeBytes > MAX_ANNOUNCEMENT_MEDIA_BYTES)
    throw new AppError('ERR_MEDIA_TOO_LARGE', { limitBytes: MAX_ANNOUNCEMENT_MEDIA_BYTES })
  return upload
}
