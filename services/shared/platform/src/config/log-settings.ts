import { environment } from './config'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/* Read before any service's config, because loggers are constants: quiet on a terminal and in tests. */
function level(): string {
  const asked = environment.LOG_LEVEL
  if (asked && levels.includes(asked)) return asked
  if (environment.NODE_ENV === 'test') return 'silent'
  return process.stdout.isTTY ? 'warn' : 'info'
}

export const logSettings = { level: level() }
