import { isDeepStrictEqual } from 'node:util'

import type { FileListId } from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { listKeys, replaceOptions, type FileList, type OptionDraft } from './file-list'
import type { FileListDeps } from './file-list-deps'
import { fileListChanged, fileListDeleted } from './file-list-events'

export interface FileListDraft {
  name: string
  message: string
  options: readonly OptionDraft[]
}

/** A new file list. @throws {AppError} ERR_FILE_ALREADY_EXISTS */
export const createFileList = (
  deps: FileListDeps,
  { companyId, userId }: Session,
  { name, message, options }: FileListDraft,
): Promise<FileList> =>
  deps.db.withTenant(companyId, async (tx) => {
    const now = deps.clock.now()
    const list = await deps.fileLists.insert(tx, {
      companyId,
      userId,
      name,
      message,
      options: replaceOptions([], options),
      createdAt: now,
      updatedAt: now,
    })
    await deps.events.append(tx, [fileListChanged(deps, list, { created: true })])
    return list
  })

async function lockFileList(
  { fileLists }: FileListDeps,
  tx: Tx,
  { companyId }: Session,
  id: FileListId,
): Promise<FileList> {
  const list = await fileLists.lock(tx, companyId, id)
  if (!list) throw new AppError('ERR_NO_FILE_FOUND')
  return list
}

/* Files that no list names any more are deleted by the sweep a day later: screens may still read them. */
const releaseFiles = ({ pendingBlobs }: FileListDeps, { companyId }: FileList, keys: string[]) =>
  pendingBlobs.expect(companyId, keys)

/**
 * The list after a change under its lock; files that it drops are released.
 * @param change returns the list with what differs. Runs in the transaction that saves it.
 * @throws {AppError} ERR_NO_FILE_FOUND, ERR_FILE_ALREADY_EXISTS
 */
export async function changeFileList(
  deps: FileListDeps,
  session: Session,
  id: FileListId,
  change: (list: FileList, tx: Tx) => FileList | Promise<FileList>,
): Promise<FileList> {
  const { before, after } = await deps.db.withTenant(session.companyId, async (tx) => {
    const stored = await lockFileList(deps, tx, session, id)
    const changed = await change(stored, tx)
    if (isDeepStrictEqual(changed, stored)) return { before: stored, after: stored }
    const saved = { ...changed, updatedAt: deps.clock.now() }
    await deps.fileLists.save(tx, saved)
    await deps.events.append(tx, [fileListChanged(deps, saved, { created: false })])
    return { before: stored, after: saved }
  })
  const kept = listKeys(after.options)
  await releaseFiles(
    deps,
    before,
    listKeys(before.options).filter((key) => !kept.includes(key)),
  )
  return after
}

/** The list with what the patch names. @throws {AppError} ERR_NO_FILE_FOUND, ERR_FILE_ALREADY_EXISTS */
export const updateFileList = (
  deps: FileListDeps,
  session: Session,
  id: FileListId,
  { options, ...patch }: Partial<FileListDraft>,
): Promise<FileList> =>
  changeFileList(deps, session, id, (list) => ({
    ...list,
    ...patch,
    options: options ? replaceOptions(list.options, options) : list.options,
  }))

/** Deletes a list and its files. @throws {AppError} ERR_NO_FILE_FOUND */
export async function deleteFileList(deps: FileListDeps, session: Session, id: FileListId): Promise<void> {
  const deleted = await deps.db.withTenant(session.companyId, async (tx) => {
    const list = await lockFileList(deps, tx, session, id)
    await deps.fileLists.delete(tx, session.companyId, id)
    await deps.events.append(tx, [fileListDeleted(deps, list)])
    return list
  })
  await releaseFiles(deps, deleted, listKeys(deleted.options))
}
