import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type AnnouncementSnapshot, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { Announcement } from './announcement'

interface Stamp {
  ids: Ids
  clock: Clock
}

export const toAnnouncementSnapshot = ({ media, ...announcement }: Announcement): AnnouncementSnapshot => ({
  ...announcement,
  ...(media && { media }),
})

/** One event for each company: feeds are read by company. */
export const announcementChanged = (
  stamp: Stamp,
  companies: readonly CompanyId[],
  announcement: Announcement,
  { created }: { created: boolean },
): DeskEvent[] =>
  companies.map((company) =>
    deskEvent(stamp, orderingKeys.announcement(company, announcement.id), 'announcementChanged', {
      announcement: toAnnouncementSnapshot(announcement),
      created,
    }),
  )

export const announcementDeleted = (
  stamp: Stamp,
  companies: readonly CompanyId[],
  { id }: Announcement,
): DeskEvent[] =>
  companies.map((company) =>
    deskEvent(stamp, orderingKeys.announcement(company, id), 'announcementDeleted', { announcementId: id }),
  )
