import { companyId as toCompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql, updateRows } from '@balcao/platform'

import type { PublishedPosition, PublishedPositions } from '../../features/webhooks/published-position.store'
import { publishedPositions, repositoryOf } from './published-position-table'

/* Rows of a deleted company go table by table: without its position the feed would be published anew. */
const behind = rawSql(`FROM feed_heads h LEFT JOIN published_positions p ON p.company_id = h.company_id
  WHERE h.seq > coalesce(p.seq, 0) AND NOT EXISTS (SELECT FROM company_erasures e WHERE e.company_id = h.company_id)`)

export class PgPublishedPositions implements PublishedPositions {
  async listBehind(tx: Tx): Promise<PublishedPosition[]> {
    await execute(
      tx,
      sql`INSERT INTO published_positions (company_id, seq) SELECT h.company_id, 0 ${behind} AND p.company_id IS NULL ON CONFLICT DO NOTHING`,
    )
    const rows = await query<{ company_id: number; seq: number }>(
      tx,
      sql`SELECT p.company_id, p.seq ${behind} AND p.company_id IS NOT NULL ORDER BY p.company_id`,
    )
    return rows.map(({ company_id, seq }) => ({ companyId: toCompanyId(company_id), seq }))
  }

  async advance(tx: Tx, { companyId, seq }: PublishedPosition, next: number): Promise<boolean> {
    return (await updateRows(repositoryOf(tx, publishedPositions), { companyId, seq }, { seq: next })) > 0
  }

  async findOldestWaiting(tx: Tx): Promise<Date | undefined> {
    const [row] = await query<{ oldest: Date | null }>(
      tx,
      sql`SELECT min(f.created_at) AS oldest FROM (SELECT h.company_id, coalesce(p.seq, 0) AS seq ${behind}) b
        CROSS JOIN LATERAL (SELECT created_at FROM feed WHERE company_id = b.company_id AND seq > b.seq ORDER BY seq LIMIT 1) f`,
    )
    return row?.oldest ?? undefined
  }
}
