import type { CompanyId, QuickMessageId, QuickMessageSort, quickMessageSorts } from '@balcao/contracts'
import { AppError, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  findRow,
  insertRow,
  lockRow,
  saveRow,
  violatedConstraint,
  readSlice,
  type ListOrder,
  whereMatches,
} from '@balcao/platform'

import type {
  QuickMessage,
  QuickMessageReader,
  QuickMessageStore,
} from '../../features/quick-messages/quick-message.store'
import { quickMessages } from './quick-message-table'
import { repositoryOf } from './tables'

const UNIQUE = ['quick_messages_own', 'quick_messages_company']

type Narrowing = Partial<Pick<QuickMessage, 'id' | 'isActive'>>

/* One alternative for each index: the company's and own ones. */
const readableBy = ({ companyId, userId }: QuickMessageReader, more: Narrowing = {}) => [
  { companyId, isCompanyWide: true, ...more },
  { companyId, userId, ...more },
]

async function refuseDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (!UNIQUE.includes(violatedConstraint(error) ?? '')) throw error
    throw new AppError('ERR_QUICKMESSAGE_ALREADY_EXISTS', { cause: error })
  }
}

const order: ListOrder<(typeof quickMessageSorts)[number]> = {
  columns: {
    shortcode: 'q.search_text',
    message: 'lower(q.message)',
  },
  own: ['q.search_text', 'ASC'],
}

/** Quick messages in Postgres. */
export class PgQuickMessageStore implements QuickMessageStore {
  insert(tx: Tx, quickMessage: Omit<QuickMessage, 'id'>): Promise<QuickMessage> {
    return refuseDuplicate(insertRow(repositoryOf(tx, quickMessages), quickMessage))
  }

  find(tx: Tx, reader: QuickMessageReader, id: QuickMessageId): Promise<QuickMessage | undefined> {
    return findRow(repositoryOf(tx, quickMessages), readableBy(reader, { id }))
  }

  lock(tx: Tx, reader: QuickMessageReader, id: QuickMessageId): Promise<QuickMessage | undefined> {
    return lockRow(repositoryOf(tx, quickMessages), readableBy(reader, { id }))
  }

  lockAny(tx: Tx, companyId: CompanyId, id: QuickMessageId): Promise<QuickMessage | undefined> {
    return lockRow(repositoryOf(tx, quickMessages), { companyId, id })
  }

  async save(tx: Tx, quickMessage: QuickMessage): Promise<void> {
    const { companyId, id } = quickMessage
    await refuseDuplicate(saveRow(repositoryOf(tx, quickMessages), { companyId, id }, quickMessage))
  }

  async delete(tx: Tx, companyId: CompanyId, id: QuickMessageId): Promise<void> {
    await deleteRows(repositoryOf(tx, quickMessages), { companyId, id })
  }

  listEvery(tx: Tx, companyId: CompanyId): Promise<QuickMessage[]> {
    return repositoryOf(tx, quickMessages).find({ where: { companyId } })
  }

  listActive(tx: Tx, reader: QuickMessageReader, most: number): Promise<QuickMessage[]> {
    return this.select(tx, reader, { isActive: true })
      .orderBy('q.search_text')
      .addOrderBy('q.id')
      .limit(most)
      .getMany()
  }

  private select(tx: Tx, reader: QuickMessageReader, more: Narrowing = {}) {
    return repositoryOf(tx, quickMessages).createQueryBuilder('q').where(readableBy(reader, more))
  }

  page(
    tx: Tx,
    reader: QuickMessageReader,
    search: string,
    slice: Slice<QuickMessageSort>,
  ): Promise<Counted<QuickMessage>> {
    return readSlice(whereMatches(this.select(tx, reader), search), slice, order)
  }

  async deleteOwn(tx: Tx, { companyId, userId }: QuickMessageReader): Promise<QuickMessage[]> {
    const own = { companyId, userId, isCompanyWide: false }
    const found = await repositoryOf(tx, quickMessages).find({
      where: own,
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    })
    await deleteRows(repositoryOf(tx, quickMessages), own)
    return found
  }
}
