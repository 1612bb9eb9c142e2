import type { AnnouncementId, AnnouncementSort } from '@balcao/contracts'
import { readPage, type CountedPage, type NumberedPage, type Session } from '@balcao/kernel'

import { requireReadable, type Announcement } from './announcement'
import type { AnnouncementDeps } from './announcement-deps'

type Deps = Pick<AnnouncementDeps, 'db' | 'announcements'>

/** 20 a page, newest first unless sorted: active ones, for super users all. */
export function listAnnouncements(
  deps: Deps,
  session: Session,
  { searchParam, ...page }: NumberedPage<AnnouncementSort> & { searchParam: string },
): Promise<CountedPage<Announcement>> {
  // Platform scope: announcements belong to no company.
  return readPage(page, (slice) =>
    deps.db.asPlatform((tx) =>
      deps.announcements.page(tx, { search: searchParam, activeOnly: !session.super }, slice),
    ),
  )
}

/** @throws {AppError} ERR_NO_ANNOUNCEMENT_FOUND */
export const readAnnouncement = async (
  deps: Deps,
  session: Session,
  id: AnnouncementId,
): Promise<Announcement> =>
  // Platform scope: announcements belong to no company.
  requireReadable(await deps.db.asPlatform((tx) => deps.announcements.find(tx, id)), session)
