import { SECOND } from '@balcao/kernel'

import type { PostgresServer } from './postgres-server'

export interface SessionSettings {
  /** Startup options of each connection; undefined where a pooler would drop them. */
  startup: string | undefined
  /** The first statement of every transaction, in one round trip with its tenant. */
  begin: string
  /** Whether named prepared statements survive to the connection's next transaction. */
  keepsStatements: boolean
}

/**
 * How transactions get their search path and time limits. A server keeps them for the session. Behind a
 * pooler in transaction mode each transaction may run in another session, so it sets them itself and prepares
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
    // Statements follow BEGIN without waiting for its answer: should it fail, they run outside a transaction and must not write.
    const startup = [...settings, ['default_transaction_read_only', 'on']]
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' ')
    return { startup, begin: 'BEGIN READ WRITE', keepsStatements: true }
  }
  const begin = ['BEGIN', ...settings.map(([name, value]) => `SET LOCAL ${name} = ${value}`)].join('; ')
  return { startup: undefined, begin, keepsStatements: false }
}
