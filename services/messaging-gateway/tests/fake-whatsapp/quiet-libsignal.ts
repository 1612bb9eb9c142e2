import nodeConsole from 'node:console'

const QUIET = Symbol.for('balcao.quiet-libsignal')
const METHODS = ['info', 'warn', 'error'] as const

/**
 * The phones' protocol library prints whole sessions, private keys included, to the process's console: its calls are
 * dropped. Installed once per process; calls from other code are printed.
 */
export function quietLibsignal(): void {
  const target: Console & { [QUIET]?: boolean } = nodeConsole
  if (target[QUIET]) return
  target[QUIET] = true
  for (const method of METHODS) {
    const print = target[method].bind(target)
    target[method] = (...args: unknown[]) => {
      if (!new Error().stack?.split('\n')[2]?.includes('libsignal')) print(...args)
    }
  }
}
