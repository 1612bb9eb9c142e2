import { contactListId, type ContactListId, type ImportFaultView } from '@balcao/contracts'
import {
  AppError,
  readPage,
  runImports,
  startImport,
  type ImportWork,
  type Session,
  type SheetFile,
  type SheetImport,
} from '@balcao/kernel'

import type { ContactListDeps } from './contact-list-deps'
import { contactListImportChanged } from './contact-list-events'
import { countContacts, readList } from './edit-lists'

const MOST_FAULTS = 5_000

const addItems = (deps: ContactListDeps): ImportWork => ({
  storeRows: async (tx, { companyId, targetId }, people) => {
    const id = contactListId(targetId)
    const list = await deps.contactLists.lock(tx, companyId, id)
    // Deleted meanwhile: its import goes with it.
    if (!list) return 0
    const target = { companyId, contactListId: id }
    const added = await deps.contactListItems.insertPeople(tx, target, people, deps.clock.now())
    await countContacts(deps, tx, list, added)
    return added
  },
  announce: async (tx, changed) => {
    const of = { contactListId: contactListId(changed.targetId), search: '' }
    const { items } = await readPage({ pageNumber: 1 }, (slice) =>
      deps.contactListItems.page(tx, changed.companyId, of, slice),
    )
    await deps.events.append(tx, [contactListImportChanged(deps, changed, items)])
  },
})

/** Adds the stored rows of all imports to their lists. */
export const importItems = (deps: ContactListDeps, signal: AbortSignal): Promise<void> =>
  runImports(deps, addItems(deps), signal)

/** Reads a spreadsheet for a list. @throws {AppError} ERR_NO_CONTACT_LIST_FOUND, ERR_VALIDATION, ERR_MEDIA_TOO_LARGE */
export async function uploadSheet(
  deps: ContactListDeps,
  session: Session,
  id: ContactListId,
  file: SheetFile | undefined,
): Promise<SheetImport> {
  await readList(deps, session, id)
  const { companyId, userId } = session
  return startImport(deps, { companyId, userId, targetId: id }, file, ['xls', 'xlsx'])
}

interface Which {
  contactListId: ContactListId
  importId: number
}

/** @throws {AppError} ERR_NOT_FOUND */
export async function readImport(
  deps: ContactListDeps,
  { companyId }: Session,
  { contactListId: listId, importId }: Which,
): Promise<SheetImport> {
  const found = await deps.db.withTenant(companyId, (tx) => deps.imports.byId(tx, companyId, importId))
  if (found?.targetId !== listId) throw new AppError('ERR_NOT_FOUND')
  return found
}

/** Rows with something wrong, at most 5,000. @throws {AppError} ERR_NOT_FOUND */
export async function listFaults(
  deps: ContactListDeps,
  session: Session,
  which: Which,
): Promise<ImportFaultView[]> {
  const { companyId, id } = await readImport(deps, session, which)
  return deps.db.withTenant(companyId, (tx) => deps.imports.faults(tx, companyId, id, MOST_FAULTS))
}
