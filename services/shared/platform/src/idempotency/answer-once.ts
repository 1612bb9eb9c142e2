import { AppError, requestInFlight, type Clock, type Database, type Ids } from '@balcao/kernel'

import { listDatabases, withEffectCheck, type EffectCheck } from '../postgres'
import { createLogger } from '../telemetry/logger'
import {
  beginKeyed,
  freeKey,
  keepAnswer,
  markEffect,
  markOutsideEffect,
  type KeptAnswer,
  type KeyedRequest,
} from './idempotency-keys'

const log = createLogger('idempotency')
const ATTEMPT_BYTES = 12

export interface OnceDeps {
  db: Database
  clock: Clock
  ids: Ids
}

/* The caller has its answer or its refusal already: what is not stored is decided by the marks of the transactions. */
async function orLog(storing: Promise<unknown>): Promise<void> {
  await storing.catch((err: unknown) => log.error({ err }, 'the answer of a keyed request was not stored'))
}

async function workOnce(
  { db }: OnceDeps,
  request: KeyedRequest,
  work: () => Promise<KeptAnswer>,
  toRefusal: (error: unknown) => KeptAnswer,
): Promise<KeptAnswer> {
  const { companyId } = request
  const check: EffectCheck = {
    databases: listDatabases(db),
    statement: markEffect(request),
    refuse: requestInFlight,
    beforeOutsideEffect: async () => {
      if (!(await db.withTenant(companyId, (tx) => markOutsideEffect(tx, request)))) throw requestInFlight()
    },
    isOpen: true,
  }
  try {
    const answer = await withEffectCheck(check, work)
    check.isOpen = false
    await orLog(db.withTenant(companyId, (tx) => keepAnswer(tx, request, answer)))
    return answer
  } catch (error) {
    check.isOpen = false
    await orLog(
      db.withTenant(companyId, async (tx) => {
        if (!(await freeKey(tx, request))) await keepAnswer(tx, request, toRefusal(error))
      }),
    )
    throw error
  }
}

/**
 * The answer of `work`, which is done by one of any number of equal requests; the others get what it answered, for a day. Each
 * transaction of `work` marks the key as its last statement, so after a kill the key tells whether anything was committed: a
 * repeat does the work when nothing was, and is refused when the answer is lost. A refusal that changed nothing frees the key.
 * @param toRefusal what an error is answered with, for a refusal after an effect.
 * @throws {AppError} ERR_IDEMPOTENCY_IN_FLIGHT, ERR_IDEMPOTENCY_MISMATCH, ERR_IDEMPOTENCY_ANSWER_LOST, and what `work` throws.
 */
export async function answerOnce(
  deps: OnceDeps,
  asked: Omit<KeyedRequest, 'attempt'>,
  work: () => Promise<KeptAnswer>,
  toRefusal: (error: unknown) => KeptAnswer,
): Promise<KeptAnswer & { isReplayed: boolean }> {
  const request = { ...asked, attempt: deps.ids.token(ATTEMPT_BYTES) }
  const begun = await deps.db.withTenant(request.companyId, (tx) => beginKeyed(tx, request, deps.clock.now()))
  switch (begun.kind) {
    case 'begun':
      return { ...(await workOnce(deps, request, work, toRefusal)), isReplayed: false }
    case 'answered':
      return { status: begun.status, answer: begun.answer, isReplayed: true }
    case 'mismatch':
      throw new AppError('ERR_IDEMPOTENCY_MISMATCH')
    case 'lost':
      throw new AppError('ERR_IDEMPOTENCY_ANSWER_LOST')
    case 'in-flight':
      throw requestInFlight()
  }
}
