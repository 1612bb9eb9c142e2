import type { CompanyId } from '@balcao/contracts'

import type { MoveEnd } from './move-end'

const COLUMNS = ['id', 'ordering_key', 'shard', 'topic', 'type', 'body', 'created_at'] as const
const AT_ONCE = 500

/**
 * Events of a company that were written before it moved and have not reached every consumer are sent from where it is now, before those
 * that it writes there. A relay of the source that has one in hand may deliver it too: consumers know by their claims, which came along.
 * Repeated it moves what is left.
 */
export async function moveUnsentEvents(
  source: MoveEnd,
  target: MoveEnd,
  schema: string,
  companyId: CompanyId,
): Promise<void> {
  const outbox = `${schema}.outbox`
  for (;;) {
    const rows = await source.rows<Record<string, unknown> & { seq: string }>(
      `SELECT seq, ${COLUMNS.map((column) => `${column}::text`).join(', ')} FROM ${outbox}
       WHERE company_id = $1 AND NOT sent ORDER BY seq LIMIT ${AT_ONCE}`,
      [companyId],
    )
    if (rows.length === 0) return
    await target.rows(
      `INSERT INTO ${outbox} (company_id, ${COLUMNS.join(', ')})
       SELECT $1, id, ordering_key, shard, topic, type, body, created_at
       FROM unnest($2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::text[], $7::json[], $8::timestamptz[])
         WITH ORDINALITY AS e (id, ordering_key, shard, topic, type, body, created_at, position)
       WHERE NOT EXISTS (SELECT FROM ${outbox} o WHERE o.id = e.id AND o.created_at = e.created_at) ORDER BY position`,
      [companyId, ...COLUMNS.map((column) => rows.map((row) => row[column]))],
    )
    await source.rows(`UPDATE ${outbox} SET sent = true WHERE company_id = $1 AND seq = ANY ($2::bigint[])`, [
      companyId,
      rows.map(({ seq }) => seq),
    ])
  }
}
