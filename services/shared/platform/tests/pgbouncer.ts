import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'

import { parsePostgresUrl, type PostgresServer } from '@balcao/platform'
import { freePort, waitFor } from '@balcao/testkit'

import { openFolder, openForReading } from './other-account'

export interface PgBouncer {
  /** Where the pooler listens; databases and roles are those of the test's server. */
  url: string
  /** After the databases that were opened through it. */
  stop(): Promise<void>
}

/* Startup options are not ignored,
   so a client that sends any is refused. */
const settings = (server: PostgresServer, port: number, sessions: number, folder: string) => `
[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 1000
auth_type = trust
auth_file = ${path.join(folder, 'roles')}
server_login_retry = 1
`

/** A pooler in transaction mode before the test's server, with so many sessions for each of these roles. */
export async function startPgBouncer(roles: readonly string[], sessions: number): Promise<PgBouncer> {
  const folder = openFolder('pgbouncer')
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(path.join(folder, 'roles'), roles.map((role) => `"${role}" ""\n`).join(''))
  writeFileSync(
    file,
    settings(parsePostgresUrl(process.env['BALCAO_TEST_POSTGRES'] ?? ''), port, sessions, folder),
  )
  openForReading(folder)
  // It refuses to run as root.
  const asWhom = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...asWhom })
  await waitFor(() => answers(port))
  return { url: `postgresql://127.0.0.1:${port}`, stop: () => stop(child, folder) }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
  })

async function stop(child: ChildProcess, folder: string): Promise<void> {
  // Leases are given back through the pooler.
  for (const database of globalThis.balcaoOpenedDatabases ?? []) await database.close()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
