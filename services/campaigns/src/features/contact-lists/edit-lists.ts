import type { CompanyId, ContactListId, ContactListSort } from '@balcao/contracts'
import {
  AppError,
  WHOLE_LIST,
  readPage,
  type CountedPage,
  type NumberedPage,
  type Session,
  type Tx,
} from '@balcao/kernel'

import type { ContactListDeps } from './contact-list-deps'
import { contactListChanged, contactListDeleted } from './contact-list-events'
import type { ContactList } from './contact-list.store'

const noList = () => new AppError('ERR_NO_CONTACT_LIST_FOUND')

/** 20 a page, by name unless sorted. */
export function pageLists(
  deps: ContactListDeps,
  { companyId }: Session,
  { searchParam, ...page }: NumberedPage<ContactListSort> & { searchParam: string },
): Promise<CountedPage<ContactList>> {
  return readPage(page, (slice) =>
    deps.db.withTenant(companyId, (tx) => deps.contactLists.page(tx, companyId, searchParam, slice)),
  )
}

/** All lists by name, at most 5,000. */
export async function listAllLists(deps: ContactListDeps, { companyId }: Session): Promise<ContactList[]> {
  const { items } = await deps.db.withTenant(companyId, (tx) =>
    deps.contactLists.page(tx, companyId, '', WHOLE_LIST),
  )
  return items
}

/** @throws {AppError} ERR_NO_CONTACT_LIST_FOUND */
export async function readList(
  deps: ContactListDeps,
  { companyId }: Session,
  id: ContactListId,
): Promise<ContactList> {
  const list = await deps.db.withTenant(companyId, (tx) => deps.contactLists.find(tx, companyId, id))
  if (!list) throw noList()
  return list
}

/** The list, locked until the transaction ends. @throws {AppError} ERR_NO_CONTACT_LIST_FOUND */
export async function lockList(
  deps: ContactListDeps,
  tx: Tx,
  companyId: CompanyId,
  id: ContactListId,
): Promise<ContactList> {
  const list = await deps.contactLists.lock(tx, companyId, id)
  if (!list) throw noList()
  return list
}

/** Saves the locked list with so many more contacts, and appends its event. */
export async function countContacts(
  deps: ContactListDeps,
  tx: Tx,
  list: ContactList,
  more: number,
): Promise<void> {
  const counted = { ...list, contactsCount: list.contactsCount + more, updatedAt: deps.clock.now() }
  await deps.contactLists.save(tx, counted)
  await deps.events.append(tx, [contactListChanged(deps, counted)])
}

export function createList(
  deps: ContactListDeps,
  { companyId }: Session,
  name: string,
): Promise<ContactList> {
  const now = deps.clock.now()
  return deps.db.withTenant(companyId, async (tx) => {
    const draft = { companyId, name, contactsCount: 0, createdAt: now, updatedAt: now }
    const list = await deps.contactLists.insert(tx, draft)
    await deps.events.append(tx, [contactListChanged(deps, list, true)])
    return list
  })
}

/** @throws {AppError} ERR_NO_CONTACT_LIST_FOUND */
export function renameList(
  deps: ContactListDeps,
  { companyId }: Session,
  id: ContactListId,
  name: string | undefined,
): Promise<ContactList> {
  return deps.db.withTenant(companyId, async (tx) => {
    const list = await lockList(deps, tx, companyId, id)
    if (name === undefined || name === list.name) return list
    const renamed = { ...list, name, updatedAt: deps.clock.now() }
    await deps.contactLists.save(tx, renamed)
    await deps.events.append(tx, [contactListChanged(deps, renamed)])
    return renamed
  })
}

/** @throws {AppError} ERR_NO_CONTACT_LIST_FOUND, ERR_CONTACT_LIST_IN_USE */
export function deleteList(deps: ContactListDeps, { companyId }: Session, id: ContactListId): Promise<void> {
  return deps.db.withTenant(companyId, async (tx) => {
    const list = await lockList(deps, tx, companyId, id)
    if (await deps.contactLists.isInUse(tx, companyId, id)) throw new AppError('ERR_CONTACT_LIST_IN_USE')
    await deps.contactLists.delete(tx, companyId, id)
    await deps.events.append(tx, [contactListDeleted(deps, list)])
  })
}
