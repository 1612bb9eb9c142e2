import type { CompanyId, FileListId, FileListSort, fileListSorts } from '@balcao/contracts'
import { AppError, foldText, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  toLikePart,
  execute,
  findRow,
  insertRow,
  lockRow,
  sql,
  saveRow,
  violatedConstraint,
  readSlice,
  type ListOrder,
} from '@balcao/platform'

import type { FileList, FileListStore } from '../../features/files/file-list.store'
import { fileLists } from './file-list-table'
import { repositoryOf } from './tables'

async function refuseDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) !== 'file_lists_name') throw error
    throw new AppError('ERR_FILE_ALREADY_EXISTS', { cause: error })
  }
}

const order: ListOrder<(typeof fileListSorts)[number]> = {
  columns: {
    name: 'l.search_text',
  },
  own: ['l.search_text', 'ASC'],
}

/** File lists in campaigns' own schema. */
export class PgFileListStore implements FileListStore {
  insert(tx: Tx, list: Omit<FileList, 'id'>): Promise<FileList> {
    return refuseDuplicate(insertRow(repositoryOf(tx, fileLists), list))
  }

  find(tx: Tx, companyId: CompanyId, id: FileListId): Promise<FileList | undefined> {
    return findRow(repositoryOf(tx, fileLists), { companyId, id })
  }

  lock(tx: Tx, companyId: CompanyId, id: FileListId): Promise<FileList | undefined> {
    return lockRow(repositoryOf(tx, fileLists), { companyId, id })
  }

  async save(tx: Tx, list: FileList): Promise<void> {
    const { companyId, id } = list
    await refuseDuplicate(saveRow(repositoryOf(tx, fileLists), { companyId, id }, list))
  }

  async delete(tx: Tx, company: CompanyId, id: FileListId): Promise<void> {
    await execute(
      tx,
      sql`UPDATE campaigns SET file_list_id = NULL WHERE company_id = ${company} AND file_list_id = ${id}`,
    )
    await deleteRows(repositoryOf(tx, fileLists), { companyId: company, id })
  }

  page(tx: Tx, company: CompanyId, search: string, slice: Slice<FileListSort>): Promise<Counted<FileList>> {
    const builder = repositoryOf(tx, fileLists)
      .createQueryBuilder('l')
      .where({ companyId: company })
      .andWhere('l.search_text LIKE :part', { part: toLikePart(foldText(search.trim())) })
    return readSlice(builder, slice, order)
  }
}
