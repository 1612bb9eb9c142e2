import { companyId, type AnnouncementId, type CompanyId } from '@balcao/contracts'
import { AppError, foldText, type Tx } from '@balcao/kernel'
import { escapeLike, execute, noSql, query, rawSql, sql } from '@balcao/platform'

import type { Announcement, AnnouncementStore } from '../../features/announcements/announcement.store'
import { announcements } from './announcement-table'

/** Announcements in auth's own schema. */
export class PgAnnouncementStore implements AnnouncementStore {
  async insert(tx: Tx, announcement: Omit<Announcement, 'id'>): Promise<Announcement> {
    const inserted = await announcements.insert(tx, announcement)
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'an announcement was not inserted' })
    return inserted
  }

  find(tx: Tx, id: AnnouncementId): Promise<Announcement | undefined> {
    return announcements.findFirst(tx, sql`WHERE id = ${id}`)
  }

  lock(tx: Tx, id: AnnouncementId): Promise<Announcement | undefined> {
    return announcements.findFirst(tx, sql`WHERE id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, announcement: Announcement): Promise<void> {
    await announcements.update(tx, announcement, sql`WHERE id = ${announcement.id}`)
  }

  async delete(tx: Tx, id: AnnouncementId): Promise<void> {
    await execute(tx, sql`DELETE FROM announcements WHERE id = ${id}`)
  }

  async page(
    tx: Tx,
    { search, activeOnly }: { search: string; activeOnly: boolean },
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ announcements: Announcement[]; count: number }> {
    const part = `%${escapeLike(foldText(search.trim()))}%`
    const active = activeOnly ? rawSql('AND is_active') : noSql
    const where = sql`WHERE search_text LIKE ${part} ${active}`
    const found = await announcements.find(
      tx,
      sql`${where} ORDER BY created_at DESC, id DESC LIMIT ${limit}::int OFFSET ${offset}::int`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM announcements ${where}`,
    )
    return { announcements: found, count: total?.count ?? 0 }
  }

  async listCompanies(tx: Tx): Promise<CompanyId[]> {
    const rows = await query<{ company_id: number }>(
      tx,
      sql`SELECT company_id FROM companies WHERE active ORDER BY company_id`,
    )
    return rows.map((row) => companyId(row.company_id))
  }
}
