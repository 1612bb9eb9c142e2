import type { CompanyId, FileListId, FileListSort } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { FileList } from './file-list'

export type { FileList } from './file-list'

/** File lists of a company. Rows of another company are not found. */
export interface FileListStore {
  /** @throws {AppError} ERR_FILE_ALREADY_EXISTS for a name in use; accents and case are ignored. */
  insert(tx: Tx, list: Omit<FileList, 'id'>): Promise<FileList>
  find(tx: Tx, companyId: CompanyId, id: FileListId): Promise<FileList | undefined>
  /** The same, locked until the transaction ends. */
  lock(tx: Tx, companyId: CompanyId, id: FileListId): Promise<FileList | undefined>
  /** @throws {AppError} ERR_FILE_ALREADY_EXISTS */
  save(tx: Tx, list: FileList): Promise<void>
  /** Campaigns that name it go on without it. */
  delete(tx: Tx, companyId: CompanyId, id: FileListId): Promise<void>
  /** By name unless sorted; `search` is a part of it, without accents and case. */
  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice<FileListSort>): Promise<Counted<FileList>>
}
