import { setTimeout as delay } from 'node:timers/promises'

/* Shorter than a test's limit (jest.preset.js), so that the condition is what the failure names. */
const PATIENCE_MS = 90_000

/* Between two looks: most conditions hold soon, and looking for one that does not costs the processor that it waits for. */
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 80

/**
 * The first truthy result of `condition`, polled every 5 ms at first, at last every 80. An error counts as "not yet".
 * @throws the last error of `condition`, or a timeout.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs
  let lastError: unknown
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.25, LONGEST_PAUSE_MS)) {
    try {
      const answer = await condition()
      if (answer) return answer
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    if (performance.now() > deadline)
      throw asError(lastError ?? `Not true within ${timeoutMs} ms: ${condition.toString()}`)
    await delay(pause)
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error), { cause: error })
