import { createLogger } from '../telemetry/logger'

const log = createLogger('process')
const STOP_WITHIN_MS = 40_000
/** The same Ctrl-C may arrive twice: from the terminal and forwarded by npm. */
const SAME_SIGNAL_MS = 1_000

/* The only call of `process.exit`: after a stop that hangs, a second signal, or an unhandled rejection. */
const exitNow = (code: number): never => process.exit(code)

/**
 * Stops on SIGTERM and SIGINT. A second signal, from a second on, or 40 s end the process at once. An unhandled rejection or
 * exception is a bug that leaves unknown state: it is logged and the process ends, to be restarted.
 */
export function stopOnSignals(stop: (signal: string) => Promise<void>): void {
  let stoppingSinceMs: number | undefined
  const handle = (signal: NodeJS.Signals) => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) exitNow(1)
      return
    }
    stoppingSinceMs = performance.now()
    setTimeout(() => exitNow(1), STOP_WITHIN_MS).unref()
    stop(signal).then(
      () => exitNow(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop')
        exitNow(1)
      },
    )
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
  process.on('SIGHUP', handle)
  for (const kind of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(kind, (error: unknown) => {
      log.fatal({ err: error }, kind)
      exitNow(1)
    })
  }
}
