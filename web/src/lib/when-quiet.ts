const QUIET_MS = 1_500

let quiet: Promise<void> | undefined

const listen = (): Promise<void> =>
  new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>
    const observer = new PerformanceObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        observer.disconnect()
        resolve()
      }, QUIET_MS)
    })
    observer.observe({ type: 'resource', buffered: true })
  })

/** Resolves once the page has fetched nothing for 1.5 s: what is fetched ahead of need then delays no first screen. */
export const whenQuiet = (): Promise<void> => (quiet ??= listen())
