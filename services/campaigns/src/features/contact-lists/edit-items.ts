import type { CompanyId, ContactListId, ContactListItemId, ContactListItemSort } from '@balcao/contracts'
import {
  AppError,
  readPage,
  type CountedPage,
  type NumberedPage,
  type Session,
  type Tx,
} from '@balcao/kernel'

import type { ContactListDeps } from './contact-list-deps'
import { contactListItemChanged, contactListItemDeleted } from './contact-list-events'
import { buildItem, changeItem, type ContactListItem, type ItemInput } from './contact-list-item'
import { countContacts, lockList, readList } from './edit-lists'

const noItem = () => new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND')

/** 20 a page, by name unless sorted. @throws {AppError} ERR_NO_CONTACT_LIST_FOUND */
export async function pageItems(
  deps: ContactListDeps,
  session: Session,
  filter: { contactListId: ContactListId; search: string },
  page: NumberedPage<ContactListItemSort>,
): Promise<CountedPage<ContactListItem>> {
  const { companyId } = session
  await readList(deps, session, filter.contactListId)
  return readPage(page, (slice) =>
    deps.db.withTenant(companyId, (tx) => deps.contactListItems.page(tx, companyId, filter, slice)),
  )
}

/** @throws {AppError} ERR_NO_CONTACT_LIST_ITEM_FOUND */
export async function readItem(
  deps: ContactListDeps,
  { companyId }: Session,
  id: ContactListItemId,
): Promise<ContactListItem> {
  const item = await deps.db.withTenant(companyId, (tx) => deps.contactListItems.find(tx, companyId, id))
  if (!item) throw noItem()
  return item
}

/** @throws {AppError} ERR_NO_CONTACT_LIST_FOUND, ERR_WAPP_INVALID_CONTACT, ERR_DUPLICATED_CONTACT */
export function createItem(
  deps: ContactListDeps,
  { companyId }: Session,
  contactListId: ContactListId,
  input: ItemInput,
): Promise<ContactListItem> {
  return deps.db.withTenant(companyId, async (tx) => {
    const list = await lockList(deps, tx, companyId, contactListId)
    const draft = buildItem({ companyId, contactListId }, input, deps.clock.now())
    const item = await deps.contactListItems.insert(tx, draft)
    if (!item) throw new AppError('ERR_DUPLICATED_CONTACT')
    await deps.events.append(tx, [contactListItemChanged(deps, item, true)])
    await countContacts(deps, tx, list, 1)
    return item
  })
}

async function lockItem(
  deps: ContactListDeps,
  tx: Tx,
  companyId: CompanyId,
  id: ContactListItemId,
): Promise<ContactListItem> {
  const item = await deps.contactListItems.lock(tx, companyId, id)
  if (!item) throw noItem()
  return item
}

/** @throws {AppError} ERR_NO_CONTACT_LIST_ITEM_FOUND, ERR_WAPP_INVALID_CONTACT, ERR_DUPLICATED_CONTACT */
export function updateItem(
  deps: ContactListDeps,
  { companyId }: Session,
  id: ContactListItemId,
  patch: Partial<ItemInput>,
): Promise<ContactListItem> {
  return deps.db.withTenant(companyId, async (tx) => {
    const before = await lockItem(deps, tx, companyId, id)
    const item = changeItem(before, patch, deps.clock.now())
    if (item === before) return before
    if (!(await deps.contactListItems.save(tx, item))) throw new AppError('ERR_DUPLICATED_CONTACT')
    await deps.events.append(tx, [contactListItemChanged(deps, item)])
    return item
  })
}

/** @throws {AppError} ERR_NO_CONTACT_LIST_ITEM_FOUND */
export async function deleteItem(
  deps: ContactListDeps,
  session: Session,
  id: ContactListItemId,
): Promise<void> {
  const { companyId } = session
  // The list is locked first, as everywhere: an item never changes its list.
  const { contactListId } = await readItem(deps, session, id)
  await deps.db.withTenant(companyId, async (tx) => {
    const list = await lockList(deps, tx, companyId, contactListId)
    const item = await lockItem(deps, tx, companyId, id)
    await deps.contactListItems.delete(tx, companyId, id)
    await deps.events.append(tx, [contactListItemDeleted(deps, item)])
    await countContacts(deps, tx, list, -1)
  })
}
