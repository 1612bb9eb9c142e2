import { setTimeout as delay } from 'node:timers/promises'

/** True when the work ended in time; otherwise it continues unobserved. @throws what the work threw in time. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const ended = work.then(
    () => true,
    (error: unknown) => {
      if (!timer.signal.aborted) throw error
      return false
    },
  )
  const tooLate = delay(ms, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([ended, tooLate])
  } finally {
    timer.abort()
  }
}
