import type { CompanyId, TagId, TicketId } from '@balcao/contracts'
import type { TaggedContact, TagSnapshot } from '@balcao/contracts/wire'
import type { Counted, Slice, Tx } from '@balcao/kernel'

export { tagKey } from './tag'

export type NewTag = Pick<TagSnapshot, 'name' | 'color' | 'kanban' | 'userId'>

export interface CountedTag extends TagSnapshot {
  tickets: number
}

/** Tags of a company. Rows of another company are not found. */
export interface TagStore {
  /** The tag of this name (accents kept, case ignored), made when there is none; `created` says which. */
  findOrCreate(tx: Tx, companyId: CompanyId, tag: NewTag): Promise<{ tag: TagSnapshot; created: boolean }>
  /** By name; `search` narrows to names that contain it. At most `most`. */
  list(tx: Tx, companyId: CompanyId, search: string, most: number): Promise<TagSnapshot[]>
  /** The same with the number of their tickets, paged, and the total. */
  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice): Promise<Counted<CountedTag>>
  /** Lanes of the kanban, by id. */
  lanes(tx: Tx, companyId: CompanyId): Promise<TagSnapshot[]>
  byId(tx: Tx, companyId: CompanyId, id: TagId): Promise<TagSnapshot | undefined>
  lockById(tx: Tx, companyId: CompanyId, id: TagId): Promise<TagSnapshot | undefined>
  /** @throws {AppError} ERR_TAG_NAME_ALREADY_EXISTS */
  save(tx: Tx, tag: TagSnapshot): Promise<void>
  /** Tickets lose it. False when there is none. */
  delete(tx: Tx, companyId: CompanyId, id: TagId): Promise<boolean>
  /** People whose tickets have the tag, by id, after `afterId`. */
  listContacts(
    tx: Tx,
    companyId: CompanyId,
    id: TagId,
    page: { afterId: number; most: number },
  ): Promise<TaggedContact[]>
  /** How many of these ids are tags of the company. */
  countExisting(tx: Tx, companyId: CompanyId, ids: readonly TagId[]): Promise<number>
  /** Makes exactly these the ticket's tags. True when that changed anything. */
  replaceTicketTags(tx: Tx, companyId: CompanyId, ticketId: TicketId, ids: readonly TagId[]): Promise<boolean>
  /** Takes the ticket's lanes away, but not `except`. True when it was in another one. */
  leaveLanes(tx: Tx, companyId: CompanyId, ticketId: TicketId, except?: TagId): Promise<boolean>
  /** True unless the ticket has the tag already. */
  addTicketTag(tx: Tx, companyId: CompanyId, ticketId: TicketId, id: TagId): Promise<boolean>
}
