import { createReadStream } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

import type { AnnouncementId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, mediaKey, type Session, type Tx, type Upload } from '@balcao/kernel'

import { requirePicture, type Announcement, type AnnouncementDraft } from './announcement'
import type { AnnouncementDeps } from './announcement-deps'
import { announcementChanged, announcementDeleted } from './announcement-events'

/** A new announcement, told to every company. */
export const createAnnouncement = (deps: AnnouncementDeps, draft: AnnouncementDraft): Promise<Announcement> =>
  // Platform scope: announcements belong to no company, and every company is told.
  deps.db.asPlatform(async (tx) => {
    const now = deps.clock.now()
    const announcement = await deps.announcements.insert(tx, {
      ...draft,
      media: null,
      createdAt: now,
      updatedAt: now,
    })
    const companies = await deps.announcements.listCompanies(tx)
    await deps.events.append(tx, announcementChanged(deps, companies, announcement, { created: true }))
    return announcement
  })

async function lockAnnouncement(
  { announcements }: AnnouncementDeps,
  tx: Tx,
  id: AnnouncementId,
): Promise<Announcement> {
  const announcement = await announcements.lock(tx, id)
  if (!announcement) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND')
  return announcement
}

/* The sweep deletes it a day later: open screens may still show it. */
const releasePicture = async ({ pendingBlobs }: AnnouncementDeps, session: Session, media: Media | null) => {
  if (media) await pendingBlobs.expect(session.companyId, [media.key])
}

interface AnnouncementChange {
  patch: Partial<AnnouncementDraft & Pick<Announcement, 'media'>>
  /** Runs in the same transaction, when something changed. */
  saving?(tx: Tx): Promise<void>
}

/**
 * The announcement with what the patch names, told to every company; a picture that it replaces is released.
 * @throws {AppError} ERR_NO_ANNOUNCEMENT_FOUND
 */
export async function updateAnnouncement(
  deps: AnnouncementDeps,
  session: Session,
  id: AnnouncementId,
  { patch, saving }: AnnouncementChange,
): Promise<Announcement> {
  // Platform scope: as above.
  const { before, after } = await deps.db.asPlatform(async (tx) => {
    const stored = await lockAnnouncement(deps, tx, id)
    const changed = { ...stored, ...patch }
    if (isDeepStrictEqual(changed, stored)) return { before: stored, after: stored }
    await saving?.(tx)
    const saved = { ...changed, updatedAt: deps.clock.now() }
    await deps.announcements.save(tx, saved)
    const companies = await deps.announcements.listCompanies(tx)
    await deps.events.append(tx, announcementChanged(deps, companies, saved, { created: false }))
    return { before: stored, after: saved }
  })
  if (before.media?.key !== after.media?.key) await releasePicture(deps, session, before.media)
  return after
}

/** Deletes an announcement and its picture. @throws {AppError} ERR_NO_ANNOUNCEMENT_FOUND */
export async function deleteAnnouncement(
  deps: AnnouncementDeps,
  session: Session,
  id: AnnouncementId,
): Promise<void> {
  // Platform scope: as above.
  const deleted = await deps.db.asPlatform(async (tx) => {
    const announcement = await lockAnnouncement(deps, tx, id)
    await deps.announcements.delete(tx, id)
    const companies = await deps.announcements.listCompanies(tx)
    await deps.events.append(tx, announcementDeleted(deps, companies, announcement))
    return announcement
  })
  await releasePicture(deps, session, deleted.media)
}

/**
 * Attaches a picture, in place of the one before.
 * @throws {AppError} ERR_NO_ANNOUNCEMENT_FOUND, ERR_MEDIA_EMPTY, ERR_MEDIA_NOT_ALLOWED, ERR_MEDIA_TOO_LARGE
 */
export async function attachPicture(
  deps: AnnouncementDeps,
  session: Session,
  id: AnnouncementId,
  upload: Upload | undefined,
): Promise<Announcement> {
  const { path, originalName: name, mimeType, sizeBytes } = requirePicture(upload)
  const { companyId } = session
  const key = mediaKey({ companyId, mimeType, token: deps.ids.token(16), now: deps.clock.now() })
  const media: Media = { key, name, mimeType, sizeBytes, width: 0, height: 0, durationSeconds: 0 }
  await deps.pendingBlobs.expect(companyId, [key])
  try {
    await deps.blobs.put(key, createReadStream(path))
    return await updateAnnouncement(deps, session, id, {
      patch: { media },
      saving: (tx) => deps.pendingBlobs.claim(tx, companyId, [key]),
    })
  } catch (error) {
    await deps.pendingBlobs.discard(companyId, [key])
    throw error
  }
}
