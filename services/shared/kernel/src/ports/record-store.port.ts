import type { CompanyId } from '@balcao/contracts'

import type { Counted, Slice } from '../paging/page'
import type { Tx } from './database.port'

export interface CompanyRecord {
  id: number
  companyId: number
}

/** Records of a company, by id. Rows of another company are not found. */
export interface RecordStore<T extends CompanyRecord> {
  insert(tx: Tx, record: Omit<T, 'id'>): Promise<T>
  find(tx: Tx, companyId: CompanyId, id: T['id']): Promise<T | undefined>
  /** The same, locked until the transaction ends. */
  lock(tx: Tx, companyId: CompanyId, id: T['id']): Promise<T | undefined>
  save(tx: Tx, record: T): Promise<void>
  /** False when there is none. */
  delete(tx: Tx, companyId: CompanyId, id: T['id']): Promise<boolean>
}

/** The same in pages: in the order of the list, or as `sort` says. */
export interface SearchedRecordStore<
  T extends CompanyRecord,
  Sort extends string = never,
> extends RecordStore<T> {
  /** `search` is a part of what is searched, without accents and case; '' matches all. */
  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice<Sort>): Promise<Counted<T>>
}
