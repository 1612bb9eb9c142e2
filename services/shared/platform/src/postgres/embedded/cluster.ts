import type { ChildProcess } from 'node:child_process'

import type { PostgresServer } from '../postgres-server'
import type { Account } from './account'
import type { Binaries } from './binaries'

export const USER = 'balcao'
export const DATABASE = 'balcao'

export interface EmbeddedPostgresOptions {
  /** Kept between starts; made when absent. */
  dataDir: string
  /**
   * What logs in must know: the owner's password, and the secret of which `rolePassword` makes those of the services' roles. At
   * least 32 random characters; kept where Postgres' account cannot read it. Without one whoever reaches the socket is trusted:
   * for tests.
   */
  password?: string
  log?: (message: string) => void
  /** More `name=value` settings, after ours. */
  settings?: Record<string, string | number>
  /** For tests only: data may be lost when the machine dies. */
  durable?: boolean
}

/** Where one cluster lives and who runs it. */
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

export const adminOf = (socketFolder: string, { password }: EmbeddedPostgresOptions): PostgresServer => ({
  host: socketFolder,
  port: 5432,
  user: USER,
  database: DATABASE,
  ...(password === undefined ? {} : { password }),
})
