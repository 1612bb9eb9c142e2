import { SECOND } from '@balcao/kernel'

import type { PostgresServer } from './postgres-server'

export interface SessionSettings {
  /** Startup options of each connection; undefined where they would not reach the session that works. */
  startup: string | undefined
  /** What every transaction begins with, in one round trip with its tenant. */
  begin: string
  /** Whether a statement that was prepared by name is still there in the connection's next transaction. */
  keepsStatements: boolean
}

/**
 * How a service's transactions come to their search path and time limits. A server keeps them for the session. Behind a
 * pooler in transaction mode each transaction may run in another session, so it brings them along itself and prepares
 * nothing by name: poolers before PgBouncer 1.21, or without its `max_prepared_statements`, lose such names.
 */
export function sessionSettings(
  server: PostgresServer,
  schema: string,
  statementTimeoutMs: number,
): SessionSettings {
  const settings = Object.entries({
    search_path: schema,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 10 * SECOND,
  })
  if (!server.direct) {
    const startup = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ')
    return { startup, begin: 'BEGIN', keepsStatements: true }
  }
  const begin = ['BEGIN', ...settings.map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join('; ')
  return { startup: undefined, begin, keepsStatements: false }
}
