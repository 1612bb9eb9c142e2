import { setTimeout as delay } from 'node:timers/promises'

/* Shorter than a test's limit (jest.preset.js), so that the condition is what the failure names. */
const PATIENCE_MS = 90_000

/**
 * The first truthy result of `condition`, polled every 10 ms. An error counts as "not yet".
 * @throws the last error of `condition`, or a timeout.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
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
