import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { HOUR } from '@balcao/kernel'
import { Client } from 'pg'

import { prepareCluster } from './embedded-cluster'
import type { Account } from './embedded/account'
import { quotePath } from './embedded/archive'
import { claimFolder } from './embedded/claim'
import type { Cluster, EmbeddedPostgresOptions, RunningServer } from './embedded/cluster'
import { startServer } from './embedded/launch'
import { removeSocketFolder } from './embedded/placement'
import { stopPostmaster } from './embedded/postmaster'
import type { PostgresServer } from './postgres-server'

export interface EmbeddedRecovery {
  /** Writes the files of a base backup into this empty folder. */
  writeBase(folder: string): Promise<void>
  /** Writes the archived WAL since that backup into this empty folder, under its own names. */
  writeWal(folder: string): Promise<void>
  /** Transactions that were committed later are left out; all are there without it. */
  until?: Date
  /** Changes that belong to the recovery: without them there is no recovered cluster. */
  finish(admin: PostgresServer): Promise<void>
}

const LOOK_EVERY_MS = 200

/* The account that runs Postgres need not reach the backup. */
function chownAll(folder: string, account: Account | undefined): void {
  if (!account) return
  chownSync(folder, account.uid, account.gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), account.uid, account.gid)
}

/* Postgres reads this setting before it knows the names of time zones. */
const toTimestamp = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00')

const recoverySettings = (wal: string, until: Date | undefined): Record<string, string> => ({
  wal_level: 'replica',
  hot_standby: 'on',
  restore_command: `cp ${quotePath(wal)}/"%f" "%p"`,
  ...(until && { recovery_target_time: toTimestamp(until), recovery_target_action: 'promote' }),
})

/* @returns when the last transaction that is there was committed; undefined where none came after the base backup. */
async function waitUntilRecovered(
  { admin, pid }: RunningServer,
  isAlive: () => boolean,
): Promise<Date | undefined> {
  const client = new Client({ ...admin, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean; at: Date | null }>(
        'SELECT pg_is_in_recovery() AS recovering, pg_last_xact_replay_timestamp() AS at',
      )
      if (rows[0]?.recovering === false) return rows[0].at ?? undefined
      if (!isAlive()) throw new Error(`Postgres (process ${pid}) ended`)
      await delay(LOOK_EVERY_MS)
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function runRecovery(cluster: Cluster, finish: EmbeddedRecovery['finish']): Promise<Date | undefined> {
  const running = await startServer(cluster)
  const { child } = running
  try {
    const recoveredTo = await waitUntilRecovered(running, () => child?.exitCode === null)
    await finish(running.admin)
    return recoveredTo
  } catch (cause) {
    throw new Error(`the recovery ended: see ${join(cluster.folder, 'postgres.log')}`, { cause })
  } finally {
    await stopPostmaster(running.pid)
    removeSocketFolder(running.admin.host)
  }
}

/**
 * Makes the cluster of a data folder that has none from a base backup and the WAL after it. A recovery that fails, or is killed, leaves
 * none, and is run again.
 * @returns when the last transaction that is there was committed
 */
export async function recoverEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  { writeBase, writeWal, until, finish }: EmbeddedRecovery,
): Promise<Date | undefined> {
  const own = prepareCluster(options)
  const release = claimFolder(own.folder)
  const wal = join(own.folder, 'recovery-wal')
  const data = join(own.folder, 'cluster.recovering')
  const clear = () => [data, wal].forEach((folder) => rmSync(folder, { recursive: true, force: true }))
  try {
    if (existsSync(own.data)) throw new Error(`${own.data} is there already`)
    clear()
    for (const folder of [data, wal]) mkdirSync(folder, { mode: 0o700 })
    await writeBase(data)
    await writeWal(wal)
    writeFileSync(join(data, 'recovery.signal'), '')
    for (const folder of [data, wal]) chownAll(folder, own.account)
    const settings = { ...options.settings, ...recoverySettings(wal, until) }
    const cluster = { ...own, data, options: { ...options, settings, startPatienceMs: HOUR } }
    const recoveredTo = await runRecovery(cluster, finish)
    renameSync(data, own.data)
    return recoveredTo
  } finally {
    clear()
    release()
  }
}
