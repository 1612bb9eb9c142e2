import { AppError } from '@balcao/kernel'
import { ConfigError, createLogger } from '@balcao/platform'

export const standaloneLog = createLogger('standalone')

/** Output for the person at the terminal. */
export interface Report {
  step(text: string): void
  ready(url: string, logins: readonly string[]): void
  failed(error: unknown): void
}

const write = (text: string) => process.stdout.write(`${text}\n`)

/** One line for the terminal; details go to the log. */
function formatError(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof AppError) return error.detail ?? error.code
  return error instanceof Error ? error.message : String(error)
}

export const terminalReport: Report = {
  step: write,
  ready: (url, logins) => {
    write(`Balcão is ready: ${url}`)
    for (const login of logins) write(`  ${login}`)
  },
  failed: (error) => {
    process.stderr.write(`Balcão could not start: ${formatError(error)}\n`)
    standaloneLog.debug({ err: error }, 'could not start')
  },
}
