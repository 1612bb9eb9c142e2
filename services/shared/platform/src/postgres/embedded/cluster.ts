import type { ChildProcess } from 'node:child_process'

import type { PostgresServer } from '../postgres-server'
import type { Account } from './account'
import type { Binaries } from './binaries'

export const USER = 'balcao'
export const DATABASE = 'balcao'

export interface EmbeddedPostgresOptions {
  /** Data folder; created when absent. */
  dataDir: string
  /**
   * The owner's password, and the secret from which `rolePassword` derives those of the services' roles. At
   * least 32 random characters; stored where Postgres' account cannot read it. Without it the socket accepts every account:
   * for tests.
   */
  password?: string
  log?: (message: string) => void
  /** Finished WAL is put into `EmbeddedPostgres.archive.staging`; whoever archives it deletes it there. */
  archivesWal?: boolean
  /** How long a start may take; a minute by default. */
  startPatienceMs?: number
  /** More `name=value` settings, after the defaults. */
  settings?: Record<string, string | number>
  /** For tests only: data may be lost when the machine crashes. */
  durable?: boolean
}

/** Folders of one cluster and the account that runs it. */
export interface Cluster {
  folder: string
  data: string
  account: Account | undefined
  binaries: Binaries
  options: EmbeddedPostgresOptions
}

export interface RunningServer {
  admin: PostgresServer
  pid: number
  child?: ChildProcess
}

export const adminServer = (socketFolder: string, { password }: EmbeddedPostgresOptions): PostgresServer => ({
  host: socketFolder,
  port: 5432,
  user: USER,
  database: DATABASE,
  ...(password === undefined ? {} : { password }),
})
