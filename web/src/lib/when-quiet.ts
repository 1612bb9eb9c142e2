const QUIET_MS = 1_500

let waiting: Promise<void> | undefined

const listen = (): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        observer.disconnect()
        waiting = undefined
        resolve()
      }, QUIET_MS)
    })
    observer.observe({ type: 'resource', buffered: true })
  })

/**
 * Resolves once the page has fetched nothing for 1.5 s, counted anew for each screen's code: what is fetched ahead of need then delays no
 * first screen.
 */
export const whenQuiet = (): Promise<void> => (waiting ??= listen())
