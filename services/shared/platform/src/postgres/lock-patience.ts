import { setTimeout as sleep } from 'node:timers/promises'

import { isLockTimeout } from './pg-errors'

/** For how long a change of a table asks for a lock. */
export interface LockPatience {
  /** Each time: everything that comes after it to the table waits as long. */
  lockMs: number
  /** Between two times, for those who waited. */
  pauseMs: number
  /** In all; then the change has failed. */
  giveUpMs: number
}

/** A lock that is not got is asked for again. @param work sets `lock_timeout`, and has kept nothing when it fails */
export async function runPatiently(
  work: () => Promise<unknown>,
  { pauseMs, giveUpMs }: LockPatience,
): Promise<void> {
  const giveUpAt = performance.now() + giveUpMs
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error
      await sleep(pauseMs)
    }
  }
}
