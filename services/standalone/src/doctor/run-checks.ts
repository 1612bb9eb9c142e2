import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '@balcao/kernel'

import { problem, type Check, type Finding, type NamedFinding } from './check'

const toWords = (error: unknown): string =>
  error instanceof AppError
    ? (error.detail ?? error.code)
    : error instanceof Error
      ? error.message
      : 'unknown'

async function runInTime({ name, run }: Check, withinMs: number): Promise<NamedFinding> {
  const ended = new AbortController()
  const late = sleep(withinMs, undefined, { signal: ended.signal, ref: false }).then((): Finding =>
    problem(
      `no answer within ${withinMs / 1000} s`,
      'Run it again. If it stays so, what it asks hangs, or the network drops its packets.',
    ),
  )
  const failed = (error: unknown): Finding =>
    problem(`could not be looked at: ${toWords(error)}`, 'Correct what the message names and run it again.')
  try {
    // What comes too late, also a failure, is dropped.
    return { name, ...(await Promise.race([run().catch(failed), late])) }
  } finally {
    late.catch(() => undefined)
    ended.abort()
  }
}

/** What each check found, in their order. They run at the same time; each has `withinMs`, and a failure is a finding. */
export const runChecks = (checks: readonly Check[], withinMs: number): Promise<NamedFinding[]> =>
  Promise.all(checks.map((check) => runInTime(check, withinMs)))
