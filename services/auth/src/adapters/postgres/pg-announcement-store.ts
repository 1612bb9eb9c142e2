import type { AnnouncementId, CompanyId } from '@balcao/contracts'
import { foldText, type Tx } from '@balcao/kernel'
import { deleteRows, toLikePart, findRow, insertRow, lockRow, saveRow } from '@balcao/platform'

import type { Announcement, AnnouncementStore } from '../../features/announcements/announcement.store'
import { announcements } from './announcement-table'
import { companies } from './company-table'
import { repositoryOf } from './tables'

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

  async page(
    tx: Tx,
    { search, activeOnly }: { search: string; activeOnly: boolean },
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ announcements: Announcement[]; count: number }> {
    const part = toLikePart(foldText(search.trim()))
    const builder = repositoryOf(tx, announcements)
      .createQueryBuilder('a')
      .where('a.search_text LIKE :part', { part })
      .orderBy('a.createdAt', 'DESC')
      .addOrderBy('a.id', 'DESC')
    if (activeOnly) builder.andWhere('a.isActive')
    const [found, count] = await builder.limit(limit).offset(offset).getManyAndCount()
    return { announcements: found, count }
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
