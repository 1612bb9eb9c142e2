import type { AnnouncementId, AnnouncementSort, CompanyId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { Announcement } from './announcement'

export type { Announcement } from './announcement'

/** Announcements of the platform; they belong to no company. Every method needs the platform scope. */
export interface AnnouncementStore {
  insert(tx: Tx, announcement: Omit<Announcement, 'id'>): Promise<Announcement>
  find(tx: Tx, id: AnnouncementId): Promise<Announcement | undefined>
  /** The same, locked until the transaction ends. */
  lock(tx: Tx, id: AnnouncementId): Promise<Announcement | undefined>
  save(tx: Tx, announcement: Announcement): Promise<void>
  delete(tx: Tx, id: AnnouncementId): Promise<void>
  /** Newest first unless sorted; `search` is a part of the title, without accents and case. */
  page(
    tx: Tx,
    filter: { search: string; activeOnly: boolean },
    slice: Slice<AnnouncementSort>,
  ): Promise<Counted<Announcement>>
  /** Every active company, which is told of each change. */
  listCompanies(tx: Tx): Promise<CompanyId[]>
}
