import {
  companyId as toCompanyId,
  type CompanyId,
  type MessageCostGroup,
  type PriceList,
} from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'
import {
  execute,
  findRow,
  integerSql,
  lockRow,
  query,
  rawSql,
  sql,
  tableOf,
  type Sql,
} from '@balcao/platform'

import type { CompanyPeriod } from '../../features/dashboard/dashboard.store'
import type {
  BudgetMark,
  CostStep,
  GroupCount,
  MessagePrice,
  MessagePriceStore,
  PricedCount,
} from '../../features/message-costs/message-price.store'
import { budgetMarks, messagePrices, priceLists } from './message-price-table'
import { within } from './period-sql'
import { repositoryOf } from './tables'

const markTable = tableOf(budgetMarks)

interface Grouping {
  key: Sql
  /** The name of a group's key, of a row that may be gone. */
  name: Sql
}

const noName = rawSql('NULL::text')
const ofId = (column: string, name: string): Grouping => ({
  key: rawSql(`COALESCE(${column}::text, '')`),
  name: rawSql(name),
})

const groupings: Readonly<Record<MessageCostGroup, Grouping>> = {
  category: { key: rawSql('category'), name: noName },
  market: { key: rawSql('calling_code'), name: noName },
  campaign: { key: rawSql(`COALESCE(campaign_id::text, '')`), name: noName },
  connection: ofId(
    'connection_id',
    '(SELECT c.name FROM connections c WHERE c.company_id = t.company_id AND c.id::text = t.key)',
  ),
  queue: ofId(
    'queue_id',
    '(SELECT q.name FROM queues q WHERE q.company_id = t.company_id AND q.id::text = t.key)',
  ),
  agent: ofId(
    'user_id',
    '(SELECT u.name FROM directory_users u WHERE u.company_id = t.company_id AND u.user_id::text = t.key)',
  ),
  ticket: ofId(
    'ticket_id',
    `(SELECT c.name FROM tickets k JOIN contacts c ON c.company_id = k.company_id AND c.id = k.contact_id
      WHERE k.company_id = t.company_id AND k.id = NULLIF(t.key, '')::bigint)`,
  ),
}

const PRICED = rawSql('category, calling_code AS "callingCode", is_billable AS "isBillable"')

const toList = (row: PriceList | undefined): PriceList | undefined =>
  row && { currency: row.currency, prices: row.prices, monthlyBudgetMicros: row.monthlyBudgetMicros }

export class PgMessagePriceStore implements MessagePriceStore {
  async insert(tx: Tx, price: MessagePrice): Promise<boolean> {
    const inserted = await execute(
      tx,
      sql`${messagePrices.insertion(price)} ON CONFLICT (company_id, message_id) DO NOTHING`,
    )
    return inserted > 0
  }

  async findList(tx: Tx, companyId: CompanyId): Promise<PriceList | undefined> {
    return toList(await findRow(repositoryOf(tx, priceLists), { companyId }))
  }

  async lockList(tx: Tx, companyId: CompanyId): Promise<PriceList | undefined> {
    return toList(await lockRow(repositoryOf(tx, priceLists), { companyId }))
  }

  async saveList(tx: Tx, companyId: CompanyId, list: PriceList): Promise<void> {
    await repositoryOf(tx, priceLists).upsert({ ...list, companyId }, ['companyId'])
  }

  async listBudgets(tx: Tx, { after, limit }: DuePage<CompanyId>): Promise<CompanyId[]> {
    const rows = await query<{ company_id: number }>(
      tx,
      sql`SELECT company_id FROM price_lists WHERE monthly_budget_micros IS NOT NULL AND company_id > ${after ?? 0}::int
        ORDER BY company_id LIMIT ${limit}::int`,
    )
    return rows.map((row) => toCompanyId(row.company_id))
  }

  async isMarked(tx: Tx, mark: Omit<BudgetMark, 'reachedAt'>): Promise<boolean> {
    return (await findRow(repositoryOf(tx, budgetMarks), mark)) !== undefined
  }

  async insertMark(tx: Tx, mark: BudgetMark): Promise<boolean> {
    const inserted = await execute(tx, sql`${markTable.insertion(mark)} ON CONFLICT DO NOTHING`)
    return inserted > 0
  }

  countByTime(tx: Tx, period: CompanyPeriod, step: CostStep): Promise<(PricedCount & { at: string })[]> {
    const format = step === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'
    return query<PricedCount & { at: string }>(
      tx,
      sql`SELECT to_char(delivered_at AT TIME ZONE ${period.timeZone}, ${format}) AS at, ${PRICED}, count(*)::int AS count
        FROM message_prices WHERE company_id = ${period.companyId} AND ${within(sql`delivered_at`, period)}
        GROUP BY 1, category, calling_code, is_billable ORDER BY 1`,
    )
  }

  async countByGroup(
    tx: Tx,
    period: CompanyPeriod,
    group: MessageCostGroup,
    most: number,
  ): Promise<{ counts: GroupCount[]; groupCount: number }> {
    const { key, name } = groupings[group]
    const rows = await query<GroupCount & { groupCount: number }>(
      tx,
      sql`WITH counted AS MATERIALIZED (
          SELECT (${key})::text AS key, category, calling_code, is_billable, count(*)::int AS count
          FROM message_prices WHERE company_id = ${period.companyId} AND ${within(sql`delivered_at`, period)}
          GROUP BY 1, category, calling_code, is_billable),
        top AS (
          SELECT key, ${period.companyId}::int AS company_id, COALESCE(sum(count) FILTER (WHERE is_billable), 0) AS charged,
            sum(count) AS total, count(*) OVER ()::int AS groups
          FROM counted GROUP BY key ORDER BY charged DESC, total DESC, key LIMIT ${integerSql(most)})
        SELECT t.key::text AS key, (${name})::text AS name, ${PRICED}, c.count, t.groups AS "groupCount"
        FROM top t JOIN counted c USING (key) ORDER BY t.charged DESC, t.total DESC, t.key`,
    )
    return {
      counts: rows.map(({ groupCount: _groups, ...count }) => count),
      groupCount: rows[0]?.groupCount ?? 0,
    }
  }
}
