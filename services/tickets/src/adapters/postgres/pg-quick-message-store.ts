import type { CompanyId, QuickMessageId } from '@balcao/contracts'
import { foldText, AppError, type Tx } from '@balcao/kernel'
import { escapeLike, execute, noSql, query, sql, violatedConstraint, type Sql } from '@balcao/platform'

import type {
  QuickMessage,
  QuickMessageReader,
  QuickMessageStore,
} from '../../features/quick-messages/quick-message.store'
import { quickMessages } from './quick-message-table'

const UNIQUE = ['quick_messages_own', 'quick_messages_company']

/* One part of the WHERE for each index: own ones and the company's. */
const readableBy = ({ companyId, userId }: QuickMessageReader): Sql =>
  sql`company_id = ${companyId} AND (is_company_wide OR user_id = ${userId})`

function matching(search: string): Sql {
  const folded = foldText(search.trim())
  return folded === '' ? noSql : sql`AND search_text LIKE ${`%${escapeLike(folded)}%`}`
}

async function refuseDuplicate<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (!UNIQUE.includes(violatedConstraint(error) ?? '')) throw error
    throw new AppError('ERR_QUICKMESSAGE_ALREADY_EXISTS', { cause: error })
  }
}

/** Quick messages in Postgres. */
export class PgQuickMessageStore implements QuickMessageStore {
  async insert(tx: Tx, quickMessage: Omit<QuickMessage, 'id'>): Promise<QuickMessage> {
    const inserted = await refuseDuplicate(quickMessages.insert(tx, quickMessage))
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'a quick message was not inserted' })
    return inserted
  }

  find(tx: Tx, reader: QuickMessageReader, id: QuickMessageId): Promise<QuickMessage | undefined> {
    return quickMessages.findFirst(tx, sql`WHERE ${readableBy(reader)} AND id = ${id}`)
  }

  lock(tx: Tx, reader: QuickMessageReader, id: QuickMessageId): Promise<QuickMessage | undefined> {
    return quickMessages.findFirst(tx, sql`WHERE ${readableBy(reader)} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, quickMessage: QuickMessage): Promise<void> {
    const { companyId, id } = quickMessage
    await refuseDuplicate(
      quickMessages.update(tx, quickMessage, sql`WHERE company_id = ${companyId} AND id = ${id}`),
    )
  }

  async delete(tx: Tx, companyId: CompanyId, id: QuickMessageId): Promise<void> {
    await execute(tx, sql`DELETE FROM quick_messages WHERE company_id = ${companyId} AND id = ${id}`)
  }

  listActive(tx: Tx, reader: QuickMessageReader, most: number): Promise<QuickMessage[]> {
    return quickMessages.find(
      tx,
      sql`WHERE ${readableBy(reader)} AND is_active ORDER BY shortcode_key, id LIMIT ${most}`,
    )
  }

  async page(
    tx: Tx,
    reader: QuickMessageReader,
    search: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ quickMessages: QuickMessage[]; count: number }> {
    const where = sql`WHERE ${readableBy(reader)} ${matching(search)}`
    const found = await quickMessages.find(
      tx,
      sql`${where} ORDER BY shortcode_key, id LIMIT ${limit} OFFSET ${offset}`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM quick_messages ${where}`,
    )
    return { quickMessages: found, count: total?.count ?? 0 }
  }

  async deleteOwn(tx: Tx, { companyId, userId }: QuickMessageReader): Promise<QuickMessage[]> {
    const own = sql`WHERE company_id = ${companyId} AND user_id = ${userId} AND NOT is_company_wide`
    const found = await quickMessages.find(tx, sql`${own} ORDER BY id FOR UPDATE`)
    await execute(tx, sql`DELETE FROM quick_messages ${own}`)
    return found
  }
}
