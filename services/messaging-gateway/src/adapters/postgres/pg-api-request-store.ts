import type { SendApiAnswer } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type {
  ApiRequest,
  ApiRequestStore,
  ApiWork,
  BeginLimits,
  BeginOutcome,
} from '../../features/external-api/api-requests.store'

const keyOf = ({ companyId, connectionId, key }: ApiRequest) => [companyId, connectionId, key]

const KEY = 'company_id = $1 AND connection_id = $2 AND key = $3'
/* '' are rows from before send keys: tickets knows their sends by the caller's key. */
const SEND_KEY = `coalesce(nullif(send_key, ''), key)`

/** Idempotency keys in Postgres. */
export class PgApiRequestStore implements ApiRequestStore {
  async begin(tx: Tx, request: ApiRequest, sendKey: string, limits: BeginLimits): Promise<BeginOutcome> {
    const { now, staleBefore, expiredBefore } = limits
    const values = [...keyOf(request), request.bodyHash, sendKey, now]
    const fresh = await execute(
      tx,
      `INSERT INTO api_requests AS r (company_id, connection_id, key, body_hash, send_key, started_at, working_since) VALUES ($1, $2, $3, $4, $5, $6, $6)
       ON CONFLICT (company_id, connection_id, key) DO UPDATE SET body_hash = excluded.body_hash, send_key = excluded.send_key,
         started_at = excluded.started_at, working_since = excluded.working_since, tries = 1, answer = NULL
         WHERE r.started_at < $7`,
      [...values, expiredBefore],
    )
    if (fresh === 1) return { kind: 'begun', work: { sendKey, tries: 1 } }
    const [again] = await query<{ send_key: string; tries: number }>(
      tx,
      `UPDATE api_requests SET working_since = $5, tries = tries + 1
       WHERE ${KEY} AND body_hash = $4 AND answer IS NULL AND (working_since IS NULL OR working_since < $6)
       RETURNING ${SEND_KEY} AS send_key, tries`,
      [...keyOf(request), request.bodyHash, now, staleBefore],
    )
    if (!again) return this.stateOf(tx, request)
    return { kind: 'begun', work: { sendKey: again.send_key, tries: again.tries } }
  }

  private async stateOf(tx: Tx, request: ApiRequest): Promise<BeginOutcome> {
    const [known] = await query<{ body_hash: string; answer: SendApiAnswer | null }>(
      tx,
      `SELECT body_hash, answer FROM api_requests WHERE ${KEY}`,
      keyOf(request),
    )
    // Abandoned between the two statements: the caller may simply try again.
    if (!known) return { kind: 'in-flight' }
    if (known.body_hash !== request.bodyHash) return { kind: 'mismatch' }
    return known.answer ? { kind: 'answered', answer: known.answer } : { kind: 'in-flight' }
  }

  async finish(tx: Tx, request: ApiRequest, { sendKey }: ApiWork, answer: SendApiAnswer): Promise<void> {
    await execute(tx, `UPDATE api_requests SET answer = $5 WHERE ${KEY} AND ${SEND_KEY} = $4`, [
      ...keyOf(request),
      sendKey,
      JSON.stringify(answer),
    ])
  }

  async abandon(tx: Tx, request: ApiRequest, { sendKey, tries }: ApiWork): Promise<void> {
    await execute(
      tx,
      `DELETE FROM api_requests WHERE ${KEY} AND ${SEND_KEY} = $4 AND tries = $5 AND answer IS NULL`,
      [...keyOf(request), sendKey, tries],
    )
  }

  async release(tx: Tx, request: ApiRequest, { sendKey, tries }: ApiWork): Promise<void> {
    await execute(
      tx,
      `UPDATE api_requests SET working_since = NULL WHERE ${KEY} AND ${SEND_KEY} = $4 AND tries = $5 AND answer IS NULL`,
      [...keyOf(request), sendKey, tries],
    )
  }

  async sweep(tx: Tx, expiredBefore: Date): Promise<void> {
    await execute(tx, `DELETE FROM api_requests WHERE started_at < $1`, [expiredBefore])
  }
}
