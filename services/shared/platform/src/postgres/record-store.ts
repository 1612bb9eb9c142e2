import type { CompanyId, ErrorCode, Sort } from '@balcao/contracts'
import {
  AppError,
  foldText,
  type CompanyRecord,
  type Counted,
  type RecordStore,
  type SearchedRecordStore,
  type Slice,
  type Tx,
} from '@balcao/kernel'
import type { FindOptionsWhere, SelectQueryBuilder } from 'typeorm'

import type { Entity } from './entity'
import { violatedConstraint } from './pg-errors'
import {
  deleteRows,
  findRow,
  insertRow,
  lockRow,
  readSlice,
  saveRow,
  type EntityRepository,
  type ListOrder,
  type repositoriesOf,
} from './repositories'
import { toLikePart } from './sql'

type RepositoryOf = ReturnType<typeof repositoriesOf>

/** The unique index of a name, and what a second one is refused with. */
export interface UniqueName {
  index: string
  error: ErrorCode
}

/** Narrows rows to those whose `search_text` contains the words, without accents and case. */
export function whereMatches<T extends object>(
  builder: SelectQueryBuilder<T>,
  search: string,
): SelectQueryBuilder<T> {
  const folded = foldText(search.trim())
  if (folded === '') return builder
  return builder.andWhere(`${builder.alias}.search_text LIKE :part`, { part: toLikePart(folded) })
}

/** A company's records in Postgres, by id. A store adds its lists and what it does differently. */
export class PgRecordStore<T extends CompanyRecord> implements RecordStore<T> {
  constructor(
    private readonly repositoryOf: RepositoryOf,
    private readonly entity: Entity<T, Omit<T, 'id'>, Partial<T>>,
    private readonly unique?: UniqueName,
  ) {}

  protected rows(tx: Tx): EntityRepository<T, Omit<T, 'id'>, Partial<T>> {
    return this.repositoryOf(tx, this.entity)
  }

  insert(tx: Tx, record: Omit<T, 'id'>): Promise<T> {
    return this.refuseTaken(insertRow(this.rows(tx), record))
  }

  find(tx: Tx, companyId: CompanyId, id: T['id']): Promise<T | undefined> {
    return findRow(this.rows(tx), this.byId({ companyId, id }))
  }

  lock(tx: Tx, companyId: CompanyId, id: T['id']): Promise<T | undefined> {
    return lockRow(this.rows(tx), this.byId({ companyId, id }))
  }

  async save(tx: Tx, record: T): Promise<void> {
    await this.refuseTaken(saveRow(this.rows(tx), this.byId(record), record))
  }

  async delete(tx: Tx, companyId: CompanyId, id: T['id']): Promise<boolean> {
    return (await deleteRows(this.rows(tx), this.byId({ companyId, id }))) > 0
  }

  private byId({ companyId, id }: Pick<T, 'companyId' | 'id'>): FindOptionsWhere<T> {
    return { companyId, id } as FindOptionsWhere<T>
  }

  private async refuseTaken<R>(write: Promise<R>): Promise<R> {
    try {
      return await write
    } catch (error) {
      if (!this.unique || violatedConstraint(error) !== this.unique.index) throw error
      throw new AppError(this.unique.error, { cause: error })
    }
  }
}

/** The same for records with a `search_text`, in pages. The alias of an order's SQL is `r`. */
export class PgSearchedRecordStore<T extends CompanyRecord, Column extends string = never>
  extends PgRecordStore<T>
  implements SearchedRecordStore<T, Sort<Column>>
{
  constructor(
    repositoryOf: RepositoryOf,
    entity: Entity<T, Omit<T, 'id'>, Partial<T>>,
    private readonly order: ListOrder<Column>,
    unique?: UniqueName,
  ) {
    super(repositoryOf, entity, unique)
  }

  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice<Sort<Column>>): Promise<Counted<T>> {
    const builder = this.rows(tx).createQueryBuilder('r').where({ companyId })
    return readSlice(whereMatches(builder, search), slice, this.order)
  }
}
