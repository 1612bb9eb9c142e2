import { setTimeout as delay } from 'node:timers/promises'

/**
 * The first truthy result of `condition`, polled every 10 ms. An error counts as "not yet".
 * @throws the last error of `condition`, or a timeout.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs
  let lastError: unknown
  for (;;) {
    try {
      const answer = await condition()
      if (answer) return answer
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    if (performance.now() > deadline)
      throw asError(lastError ?? `Not true within ${timeoutMs} ms: ${condition.toString()}`)
    await delay(10)
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error), { cause: error })
