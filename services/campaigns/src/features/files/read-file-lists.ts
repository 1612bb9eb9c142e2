import type { FileListId, FileListSort } from '@balcao/contracts'
import { AppError, readPage, type CountedPage, type NumberedPage, type Session } from '@balcao/kernel'

import type { FileList } from './file-list'
import type { FileListDeps } from './file-list-deps'

type Deps = Pick<FileListDeps, 'db' | 'fileLists'>

/** 20 a page, by name unless sorted. */
export function listFileLists(
  deps: Deps,
  { companyId }: Session,
  { searchParam, ...page }: NumberedPage<FileListSort> & { searchParam: string },
): Promise<CountedPage<FileList>> {
  return readPage(page, (slice) =>
    deps.db.withTenant(companyId, (tx) => deps.fileLists.page(tx, companyId, searchParam, slice)),
  )
}

/** @throws {AppError} ERR_NO_FILE_FOUND */
export async function readFileList(deps: Deps, { companyId }: Session, id: FileListId): Promise<FileList> {
  const list = await deps.db.withTenant(companyId, (tx) => deps.fileLists.find(tx, companyId, id))
  if (!list) throw new AppError('ERR_NO_FILE_FOUND')
  return list
}
