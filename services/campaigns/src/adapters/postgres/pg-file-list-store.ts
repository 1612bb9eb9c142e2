import type { CompanyId, FileListId } from '@balcao/contracts'
import { AppError, foldText, type Tx } from '@balcao/kernel'
import { escapeLike, execute, query, sql, violatedConstraint } from '@balcao/platform'

import type { FileList, FileListStore } from '../../features/files/file-list.store'
import { fileLists } from './file-list-table'

async function refuseDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (violatedConstraint(error) !== 'file_lists_name') throw error
    throw new AppError('ERR_FILE_ALREADY_EXISTS', { cause: error })
  }
}

/** File lists in campaigns' own schema. */
export class PgFileListStore implements FileListStore {
  async insert(tx: Tx, list: Omit<FileList, 'id'>): Promise<FileList> {
    const inserted = await refuseDuplicate(fileLists.insert(tx, list))
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'a file list was not inserted' })
    return inserted
  }

  find(tx: Tx, company: CompanyId, id: FileListId): Promise<FileList | undefined> {
    return fileLists.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id}`)
  }

  lock(tx: Tx, company: CompanyId, id: FileListId): Promise<FileList | undefined> {
    return fileLists.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, list: FileList): Promise<void> {
    const { companyId, id } = list
    await refuseDuplicate(fileLists.update(tx, list, sql`WHERE company_id = ${companyId} AND id = ${id}`))
  }

  async delete(tx: Tx, company: CompanyId, id: FileListId): Promise<void> {
    await execute(
      tx,
      sql`UPDATE campaigns SET file_list_id = NULL WHERE company_id = ${company} AND file_list_id = ${id}`,
    )
    await execute(tx, sql`DELETE FROM file_lists WHERE company_id = ${company} AND id = ${id}`)
  }

  async page(
    tx: Tx,
    company: CompanyId,
    search: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ lists: FileList[]; count: number }> {
    const part = `%${escapeLike(foldText(search.trim()))}%`
    const where = sql`WHERE company_id = ${company} AND search_text LIKE ${part}`
    const lists = await fileLists.find(
      tx,
      sql`${where} ORDER BY search_text, id LIMIT ${limit}::int OFFSET ${offset}::int`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM file_lists ${where}`,
    )
    return { lists, count: total?.count ?? 0 }
  }
}
