import type { AnnouncementId } from '@balcao/contracts'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import { requireReadable, type Announcement } from './announcement'
import type { AnnouncementDeps } from './announcement-deps'

type Deps = Pick<AnnouncementDeps, 'db' | 'announcements'>

/** Newest first, 20 a page: active ones, for super users all. */
export async function listAnnouncements(
  deps: Deps,
  session: Session,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ announcements: Announcement[]; count: number; hasMore: boolean }> {
  const offset = (pageNumber - 1) * PAGE_SIZES.other
  // Platform scope: announcements belong to no company.
  const page = await deps.db.asPlatform((tx) =>
    deps.announcements.page(
      tx,
      { search: searchParam, activeOnly: !session.super },
      { offset, limit: PAGE_SIZES.other },
    ),
  )
  return { ...page, hasMore: page.count > offset + page.announcements.length }
}

/** @throws {AppError} ERR_NO_ANNOUNCEMENT_FOUND */
export const readAnnouncement = async (
  deps: Deps,
  session: Session,
  id: AnnouncementId,
): Promise<Announcement> =>
  // Platform scope: announcements belong to no company.
  requireReadable(await deps.db.asPlatform((tx) => deps.announcements.find(tx, id)), session)
