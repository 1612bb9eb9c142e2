import { isLeavingHeld } from './leaving'

const ASK_EVERY_MS = 3_000
/** A page that is younger was loaded from this server: what it lacks, it would lack again. */
const FRESH_MS = 60_000

/* The service worker answers no HEAD, so the server does. */
const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Loads the page again once the server answers: after an outage, or at once where the page is of a version that is no longer there.
 * Not while something is unsaved elsewhere on the screen. Answers what ends the waiting.
 */
export const reloadWhenReachable = (reload = () => location.reload()): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const end = () => {
    isOver = true
    clearTimeout(timer)
    window.removeEventListener('online', askNow)
  }
  const ask = async (wasAway: boolean): Promise<void> => {
    const reachable = await isReachable()
    if (isOver) return
    if (!reachable) timer = setTimeout(() => void ask(true), ASK_EVERY_MS)
    else {
      end()
      if ((wasAway || performance.now() > FRESH_MS) && !isLeavingHeld()) reload()
    }
  }
  const askNow = () => {
    clearTimeout(timer)
    void ask(true)
  }
  window.addEventListener('online', askNow)
  void ask(false)
  return end
}
