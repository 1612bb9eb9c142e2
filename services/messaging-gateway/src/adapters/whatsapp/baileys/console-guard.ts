import { baileysSignals } from './baileys-signals'

const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const
const CHATTERBOXES = /[\\/]node_modules[\\/](libsignal|@whiskeysockets[\\/]baileys)[\\/]/

const { console: terminal } = globalThis

let isGuarded = false

/**
 * The protocol library prints whole session records, private keys included, to the console. What it says there is
 * counted and dropped; everybody else's console works as before.
 */
export function guardConsole(): void {
  if (isGuarded) return
  isGuarded = true
  for (const method of METHODS) {
    const print = terminal[method].bind(terminal)
    terminal[method] = (...args: unknown[]) => {
      if (isChatter(new Error().stack)) baileysSignals.consoleDropped()
      else print(...args)
    }
  }
}

/** Whether the library is the direct caller: the third line, after the headline and the guard itself. */
export function isChatter(stack: string | undefined): boolean {
  return CHATTERBOXES.test(stack?.split('\n')[2] ?? '')
}
