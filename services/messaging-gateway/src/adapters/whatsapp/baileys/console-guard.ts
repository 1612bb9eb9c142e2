import { baileysSignals } from './baileys-signals'

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
const LIBRARY_FRAME = /[\\/]node_modules[\\/](libsignal|@whiskeysockets[\\/]baileys)[\\/]/

const { console: terminal } = globalThis

let isGuarded = false

/**
 * The protocol library prints whole session records, private keys included, to the console. Its calls are counted and
 * dropped; calls from other code are printed.
 */
export function guardConsole(): void {
  if (isGuarded) return
  isGuarded = true
  for (const method of METHODS) {
    const print = terminal[method].bind(terminal)
    terminal[method] = (...args: unknown[]) => {
      if (isCalledByLibrary(new Error().stack)) baileysSignals.consoleDropped()
      else print(...args)
    }
  }
}

/** Whether the library is the direct caller: the third line of the stack, after the headline and the guard's own frame. */
export function isCalledByLibrary(stack: string | undefined): boolean {
  return LIBRARY_FRAME.test(stack?.split('\n')[2] ?? '')
}
