import { pino, type Logger } from 'pino'

import { logSettings } from '../config/log-settings'
import { traceFields } from './tracing'

export type { Logger }

/* Allowed fields of a log line. Everything else is written as `[hidden]`: a forgotten field then
   costs a developer a minute, not a customer their privacy. */
const ALLOWED_KEY =
  /^(err|id|ids|ms|code|codes|kind|state|status|count|total|reason|service|services|group|topic|case|job|method|route|name|schema|shard|attempt|attempts|epoch|ack|acks|lane|driver|version|port|host|signal|url|ready|migrations|events|problems|action|company|trace_id|span_id|retries|pending|dead|size|depth|at|[a-z][A-Za-z]*(Id|Ids|Ms|At|Bytes|Count|Code|Case|Seq|Epoch))$/

/** The allowed fields of a log line, others masked. Ids, counts, durations and codes are allowed; text is not. */
export function maskFields(fields: Record<string, unknown>): Record<string, unknown> {
  const allowed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) allowed[key] = ALLOWED_KEY.test(key) ? value : '[hidden]'
  return allowed
}

interface LoggedError {
  type: string
  code?: unknown
  message: string
  stack?: string | undefined
  cause?: LoggedError
}

/** An error without the fields that drivers add (SQL parameters, request bodies, row details). */
export function sanitizeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  const logged: LoggedError = { type: error.name, message: error.message, stack: error.stack }
  if ('code' in error) logged.code = error.code
  if (error.cause && depth < 3) logged.cause = sanitizeError(error.cause, depth + 1)
  return logged
}

const root = pino({
  level: logSettings.level,
  base: null,
  mixin: traceFields,
  formatters: { level: (label) => ({ level: label }), log: maskFields },
  serializers: { err: (error: unknown) => sanitizeError(error) },
  timestamp: pino.stdTimeFunctions.isoTime,
})

/** A named logger: `createLogger('tickets.inbound')`. A constant, in a service's logger.ts. */
export const createLogger = (name: string): Logger => root.child({ name })
