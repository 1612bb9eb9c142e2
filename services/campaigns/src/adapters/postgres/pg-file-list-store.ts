import type { CompanyId, FileListId, fileListSorts } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, PgSearchedRecordStore, sql } from '@balcao/platform'

import type { FileList, FileListStore } from '../../features/files/file-list.store'
import { fileLists } from './file-list-table'
import { repositoryOf } from './tables'

/** File lists in campaigns' own schema. */
export class PgFileListStore
  extends PgSearchedRecordStore<FileList, (typeof fileListSorts)[number]>
  implements FileListStore
{
  constructor() {
    super(
      repositoryOf,
      fileLists,
      { columns: { name: 'r.search_text' }, own: ['r.search_text', 'ASC'] },
      { index: 'file_lists_name', error: 'ERR_FILE_ALREADY_EXISTS' },
    )
  }

  override async delete(tx: Tx, company: CompanyId, id: FileListId): Promise<boolean> {
    await execute(
      tx,
      sql`UPDATE campaigns SET file_list_id = NULL WHERE company_id = ${company} AND file_list_id = ${id}`,
    )
    return super.delete(tx, company, id)
  }
}
