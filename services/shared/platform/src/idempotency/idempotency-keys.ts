import type { CompanyId } from '@balcao/contracts'
import { DAY, MINUTE, type Tx } from '@balcao/kernel'

import { deleteSome, execute, query, sql, type Sql } from '../postgres'

/** How long an answer is kept, from the request's begin. */
const KEEP_MS = DAY
/* Longer than a request is worked on: what began before has died with its process. */
const STALE_AFTER_MS = 2 * MINUTE
const SWEEP_BATCH = 1_000

/** A request with a key, in table `idempotency_keys` of the service's schema. */
export interface KeyedRequest {
  companyId: CompanyId
  /** Of the caller, the operation and the key. */
  keyHash: string
  /** Of what was asked. */
  requestHash: string
  /** Of this try: nobody else has it. */
  attempt: string
}

/** As it was sent. `answer` is sealed JSON; null for an answer without a body. */
export interface KeptAnswer {
  status: number
  answer: string | null
}

export type Begun =
  { kind: 'begun' } | ({ kind: 'answered' } & KeptAnswer) | { kind: 'in-flight' | 'mismatch' | 'lost' }

interface Row {
  request_hash: string
  status: number | null
  answer: string | null
  began_at: Date
  [column: string]: unknown
}

function toOutcome({ requestHash }: KeyedRequest, row: Row | undefined, staleBefore: Date): Begun {
  // Freed between the two statements: the next request begins.
  if (!row) return { kind: 'in-flight' }
  if (row.request_hash !== requestHash) return { kind: 'mismatch' }
  if (row.status !== null) return { kind: 'answered', status: row.status, answer: row.answer }
  return { kind: row.began_at < staleBefore ? 'lost' : 'in-flight' }
}

/**
 * One of any number of equal requests is `begun`. Begun again is what has died without an effect, under another attempt: should the
 * first live after all, it cannot commit any more. `lost`: it died with an effect and without an answer.
 */
export async function beginKeyed(tx: Tx, request: KeyedRequest, now: Date): Promise<Begun> {
  const { companyId, keyHash, requestHash, attempt } = request
  const before = (ms: number) => new Date(now.getTime() - ms)
  const staleBefore = before(STALE_AFTER_MS)
  const begun = await execute(
    tx,
    sql`INSERT INTO idempotency_keys AS k (company_id, key_hash, request_hash, attempt, began_at)
      VALUES (${companyId}, ${keyHash}, ${requestHash}, ${attempt}, ${now})
      ON CONFLICT (company_id, key_hash) DO UPDATE SET request_hash = EXCLUDED.request_hash, attempt = EXCLUDED.attempt,
        began_at = EXCLUDED.began_at, has_effect = false, status = NULL, answer = NULL
      WHERE k.began_at < ${before(KEEP_MS)} OR (k.request_hash = EXCLUDED.request_hash AND k.status IS NULL
        AND NOT k.has_effect AND k.began_at < ${staleBefore})`,
  )
  if (begun === 1) return { kind: 'begun' }
  const [row] = await query<Row>(
    tx,
    sql`SELECT request_hash, status, answer, began_at FROM idempotency_keys
      WHERE company_id = ${companyId} AND key_hash = ${keyHash}`,
  )
  return toOutcome(request, row, staleBefore)
}

const own = ({ companyId, keyHash, attempt }: KeyedRequest): Sql =>
  sql`company_id = ${companyId} AND key_hash = ${keyHash} AND attempt = ${attempt}`

/**
 * The last statement of each transaction of the request. One that has written says so beside the key, and `holds` is false when the
 * key was begun again meanwhile.
 */
export const markEffect = (request: KeyedRequest): Sql =>
  sql`WITH marked AS (UPDATE idempotency_keys SET has_effect = true
      WHERE ${own(request)} AND pg_current_xact_id_if_assigned() IS NOT NULL RETURNING 1)
    SELECT EXISTS (SELECT FROM marked) OR pg_current_xact_id_if_assigned() IS NULL AS holds`

/** Before an effect outside the database; false when the key was begun again. */
export const markOutsideEffect = async (tx: Tx, request: KeyedRequest): Promise<boolean> =>
  (await execute(tx, sql`UPDATE idempotency_keys SET has_effect = true WHERE ${own(request)}`)) > 0

/** Keeps the answer. Nothing happens once the key was begun again. */
export async function keepAnswer(
  tx: Tx,
  request: KeyedRequest,
  { status, answer }: KeptAnswer,
): Promise<void> {
  await execute(
    tx,
    sql`UPDATE idempotency_keys SET status = ${status}, answer = ${answer} WHERE ${own(request)}`,
  )
}

/** Frees the key of a request that changed nothing; false when it has had an effect. */
export const freeKey = async (tx: Tx, request: KeyedRequest): Promise<boolean> =>
  (await execute(tx, sql`DELETE FROM idempotency_keys WHERE ${own(request)} AND NOT has_effect`)) === 1

/** Deletes some keys that are not kept any more; false when there may be further ones. Platform scope. */
export async function sweepKeys(tx: Tx, now: Date): Promise<boolean> {
  const old = sql`began_at < ${new Date(now.getTime() - KEEP_MS)} ORDER BY began_at`
  return (await deleteSome(tx, 'idempotency_keys', old, SWEEP_BATCH)) < SWEEP_BATCH
}
