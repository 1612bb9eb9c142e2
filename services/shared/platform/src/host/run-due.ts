import { SECOND, type ClaimStore, type Clock, type Database } from '@balcao/kernel'

import { createLogger } from '../telemetry/logger'
import { runClaimed } from './run-claimed'

const log = createLogger('host.due-work')

/*
 * A company whose pieces are all claimed by a process that was killed waits until the claims end. Whoever lives prolongs them: a call to
 * another service, or the download of a file, takes up to minutes.
 */
export const CLAIM_MS = 20 * SECOND
const RENEW_MS = 5 * SECOND

export interface DueWork<T> {
  store: ClaimStore<T>
  /** Pieces that run at once in this process. */
  atOnce: number
  /** Of one company, in all processes: what hangs holds up its own company only. */
  perCompany: number
  run(piece: T): Promise<void>
  /** See `runClaimed`. */
  lookAgain?: () => Promise<void>
}

/**
 * Claims and runs what is due, of every company, until nothing is. Claims are short, and prolonged while their pieces run.
 * @throws {AggregateError} the failures, once all has run.
 */
export async function runDue<T>(
  { db, clock }: { db: Database; clock: Clock },
  { store, atOnce, perCompany, run, ...more }: DueWork<T>,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<T>()
  const computeEnd = () => new Date(clock.now().getTime() + CLAIM_MS)
  // Platform scope, as the claims: pieces of every company.
  const claim = (limit: number) =>
    db.asPlatform((tx) => store.claim(tx, { now: clock.now(), until: computeEnd(), limit, perCompany }))
  const renew = () => db.asPlatform((tx) => store.renew(tx, [...running], computeEnd()))
  const renewal = setInterval(() => {
    if (running.size > 0) void renew().catch((err: unknown) => log.warn({ err }, 'claims were not prolonged'))
  }, RENEW_MS)
  const runPiece = async (piece: T) => {
    running.add(piece)
    await run(piece).finally(() => running.delete(piece))
  }
  try {
    await runClaimed({ atOnce, claim, run: runPiece, ...more }, signal)
  } finally {
    clearInterval(renewal)
  }
}
