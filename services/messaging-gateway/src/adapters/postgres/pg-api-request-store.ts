import type { SendApiAnswer } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, Parameter, query, rawSql, sql, type Sql } from '@balcao/platform'

import type {
  ApiRequest,
  ApiRequestStore,
  ApiWork,
  BeginLimits,
  BeginOutcome,
} from '../../features/external-api/api-requests.store'

const whereKey = ({ companyId, connectionId, key }: ApiRequest): Sql =>
  sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND key = ${key}`

/* Rows with '' were written before the column existed: tickets stored their sends under the caller's key. */
const SEND_KEY = rawSql(`coalesce(nullif(send_key, ''), key)`)

const whereUnanswered = (request: ApiRequest, { sendKey, tries }: ApiWork): Sql =>
  sql`${whereKey(request)} AND ${SEND_KEY} = ${sendKey} AND tries = ${tries} AND answer IS NULL`

export class PgApiRequestStore implements ApiRequestStore {
  async begin(tx: Tx, request: ApiRequest, sendKey: string, limits: BeginLimits): Promise<BeginOutcome> {
    const { companyId, connectionId, key, bodyHash } = request
    const now = new Parameter(limits.now)
    const fresh = await execute(
      tx,
      sql`INSERT INTO api_requests AS r (company_id, connection_id, key, body_hash, send_key, started_at, working_since)
        VALUES (${companyId}, ${connectionId}, ${key}, ${bodyHash}, ${sendKey}, ${now}, ${now})
        ON CONFLICT (company_id, connection_id, key) DO UPDATE SET body_hash = excluded.body_hash, send_key = excluded.send_key,
          started_at = excluded.started_at, working_since = excluded.working_since, tries = 1, answer = NULL
          WHERE r.started_at < ${limits.expiredBefore}`,
    )
    if (fresh === 1) return { kind: 'begun', work: { sendKey, tries: 1 } }
    const [again] = await query<{ send_key: string; tries: number }>(
      tx,
      sql`UPDATE api_requests SET working_since = ${now}, tries = tries + 1
        ${whereKey(request)} AND body_hash = ${bodyHash} AND answer IS NULL
          AND (working_since IS NULL OR working_since < ${limits.staleBefore})
        RETURNING ${SEND_KEY} AS send_key, tries`,
    )
    if (!again) return this.readState(tx, request)
    return { kind: 'begun', work: { sendKey: again.send_key, tries: again.tries } }
  }

  private async readState(tx: Tx, request: ApiRequest): Promise<BeginOutcome> {
    const [known] = await query<{ body_hash: string; answer: SendApiAnswer | null }>(
      tx,
      sql`SELECT body_hash, answer FROM api_requests ${whereKey(request)}`,
    )
    // The row was deleted between the two statements: the caller may retry.
    if (!known) return { kind: 'in-flight' }
    if (known.body_hash !== request.bodyHash) return { kind: 'mismatch' }
    return known.answer ? { kind: 'answered', answer: known.answer } : { kind: 'in-flight' }
  }

  async finish(tx: Tx, request: ApiRequest, { sendKey }: ApiWork, answer: SendApiAnswer): Promise<void> {
    await execute(
      tx,
      sql`UPDATE api_requests SET answer = ${JSON.stringify(answer)} ${whereKey(request)} AND ${SEND_KEY} = ${sendKey}`,
    )
  }

  async abandon(tx: Tx, request: ApiRequest, work: ApiWork): Promise<boolean> {
    return (await execute(tx, sql`DELETE FROM api_requests ${whereUnanswered(request, work)}`)) > 0
  }

  async release(tx: Tx, request: ApiRequest, work: ApiWork): Promise<void> {
    await execute(tx, sql`UPDATE api_requests SET working_since = NULL ${whereUnanswered(request, work)}`)
  }

  async sweep(tx: Tx, expiredBefore: Date): Promise<void> {
    await execute(tx, sql`DELETE FROM api_requests WHERE started_at < ${expiredBefore}`)
  }
}
