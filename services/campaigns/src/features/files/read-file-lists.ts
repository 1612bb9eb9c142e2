import type { FileListId } from '@balcao/contracts'
import { AppError, PAGE_SIZES, type Session } from '@balcao/kernel'

import type { FileList } from './file-list'
import type { FileListDeps } from './file-list-deps'

type Deps = Pick<FileListDeps, 'db' | 'fileLists'>

/** By name, 20 a page. */
export async function listFileLists(
  deps: Deps,
  { companyId }: Session,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ lists: FileList[]; count: number; hasMore: boolean }> {
  const offset = (pageNumber - 1) * PAGE_SIZES.other
  const page = await deps.db.withTenant(companyId, (tx) =>
    deps.fileLists.page(tx, companyId, searchParam, { offset, limit: PAGE_SIZES.other }),
  )
  return { ...page, hasMore: page.count > offset + page.lists.length }
}

/** @throws {AppError} ERR_NO_FILE_FOUND */
export async function readFileList(deps: Deps, { companyId }: Session, id: FileListId): Promise<FileList> {
  const list = await deps.db.withTenant(companyId, (tx) => deps.fileLists.find(tx, companyId, id))
  if (!list) throw new AppError('ERR_NO_FILE_FOUND')
  return list
}
