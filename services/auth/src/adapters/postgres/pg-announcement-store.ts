import type { AnnouncementId, AnnouncementSort, announcementSorts, CompanyId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'
import {
  deleteRows,
  findRow,
  insertRow,
  lockRow,
  saveRow,
  readSlice,
  whereMatches,
  type ListOrder,
} from '@balcao/platform'

import type { Announcement, AnnouncementStore } from '../../features/announcements/announcement.store'
import { announcements } from './announcement-table'
import { companies } from './company-table'
import { repositoryOf } from './tables'

const order: ListOrder<(typeof announcementSorts)[number]> = {
  columns: {
    priority: 'a.priority',
    title: 'a.search_text',
    status: 'a.isActive',
  },
  own: ['a.createdAt', 'DESC'],
}

/** Announcements in auth's own schema. */
export class PgAnnouncementStore implements AnnouncementStore {
  insert(tx: Tx, announcement: Omit<Announcement, 'id'>): Promise<Announcement> {
    return insertRow(repositoryOf(tx, announcements), announcement)
  }

  find(tx: Tx, id: AnnouncementId): Promise<Announcement | undefined> {
    return findRow(repositoryOf(tx, announcements), { id })
  }

  lock(tx: Tx, id: AnnouncementId): Promise<Announcement | undefined> {
    return lockRow(repositoryOf(tx, announcements), { id })
  }

  async save(tx: Tx, announcement: Announcement): Promise<void> {
    await saveRow(repositoryOf(tx, announcements), { id: announcement.id }, announcement)
  }

  async delete(tx: Tx, id: AnnouncementId): Promise<void> {
    await deleteRows(repositoryOf(tx, announcements), { id })
  }

  page(
    tx: Tx,
    { search, activeOnly }: { search: string; activeOnly: boolean },
    slice: Slice<AnnouncementSort>,
  ): Promise<Counted<Announcement>> {
    const builder = whereMatches(repositoryOf(tx, announcements).createQueryBuilder('a'), search)
    if (activeOnly) builder.andWhere('a.isActive')
    return readSlice(builder, slice, order)
  }

  async listCompanies(tx: Tx): Promise<CompanyId[]> {
    const active = await repositoryOf(tx, companies).find({
      select: { id: true },
      where: { active: true },
      order: { id: 'ASC' },
    })
    return active.map(({ id }) => id)
  }
}
