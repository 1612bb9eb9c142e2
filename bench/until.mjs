import { setTimeout as delay } from 'node:timers/promises'

const GIVE_UP_MS = 180_000

/** The first truthy result of `look`, polled every few milliseconds. @throws after 3 minutes. */
export async function until(look, everyMs = 50) {
  const from = performance.now()
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() - from > GIVE_UP_MS) throw new Error(`waited in vain for ${look}`)
    await delay(everyMs)
  }
}
