import type { SendApiAnswer } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { ApiRequest, ApiRequestStore, Begun } from '../../features/external-api/api-requests.store'

const keyOf = ({ companyId, connectionId, key }: ApiRequest) => [companyId, connectionId, key]

/** Idempotency keys in Postgres. */
export class PgApiRequestStore implements ApiRequestStore {
  async begin(
    tx: Tx,
    request: ApiRequest,
    now: Date,
    limits: { staleBefore: Date; expiredBefore: Date },
  ): Promise<Begun> {
    const taken = await execute(
      tx,
      `INSERT INTO api_requests AS r (company_id, connection_id, key, body_hash, started_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (company_id, connection_id, key) DO UPDATE SET body_hash = excluded.body_hash, started_at = excluded.started_at, answer = NULL
         WHERE r.started_at < $7 OR (r.answer IS NULL AND r.body_hash = excluded.body_hash AND r.started_at < $6)`,
      [...keyOf(request), request.bodyHash, now, limits.staleBefore, limits.expiredBefore],
    )
    if (taken === 1) return { kind: 'begun' }
    const rows = await query<{ body_hash: string; answer: SendApiAnswer | null }>(
      tx,
      `SELECT body_hash, answer FROM api_requests WHERE company_id = $1 AND connection_id = $2 AND key = $3`,
      keyOf(request),
    )
    const [known] = rows
    // Abandoned between the two statements: the caller may simply try again.
    if (!known) return { kind: 'in-flight' }
    if (known.body_hash !== request.bodyHash) return { kind: 'mismatch' }
    return known.answer ? { kind: 'answered', answer: known.answer } : { kind: 'in-flight' }
  }

  async finish(tx: Tx, request: ApiRequest, answer: SendApiAnswer): Promise<void> {
    await execute(
      tx,
      `UPDATE api_requests SET answer = $4 WHERE company_id = $1 AND connection_id = $2 AND key = $3`,
      [...keyOf(request), JSON.stringify(answer)],
    )
  }

  async abandon(tx: Tx, request: ApiRequest): Promise<void> {
    await execute(
      tx,
      `DELETE FROM api_requests WHERE company_id = $1 AND connection_id = $2 AND key = $3 AND answer IS NULL`,
      keyOf(request),
    )
  }

  async sweep(tx: Tx, expiredBefore: Date): Promise<void> {
    await execute(tx, `DELETE FROM api_requests WHERE started_at < $1`, [expiredBefore])
  }
}
