import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { PostgresServer } from '@balcao/platform'
import { Client } from 'pg'

import {
  isGone,
  moveDurably,
  packFile,
  writeContent,
  writeManifest,
  type ArchiveFolder,
  type BaseContent,
  type BaseManifest,
} from './archive-folder'
import { requireWal } from './archive-wal'

/*
 * Postgres' documentation, "Making a Base Backup Using the Low Level API" and "Backing Up The Data Directory": what is not copied. The
 * package of the built-in Postgres has no pg_basebackup.
 */
const EMPTIED = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const BELOW_WAL = ['archive_status', 'summaries'].map((name) => path.join('pg_wal', name))
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|backup_label|tablespace_map|recovery\.signal|.*\.new)$|^pgsql_tmp/

export interface BaseSource {
  admin: PostgresServer
  /** The cluster's own folder. */
  data: string
  /** Of the single machine, which the cluster is worth nothing without. */
  secrets: string
  /** Lines of the desk's variables that hold secrets, which are in no file. */
  secretVariables: string
}

async function listCluster(data: string, below = ''): Promise<BaseContent> {
  const listed: BaseContent = { folders: [], files: [] }
  for (const entry of await readdir(path.join(data, below), { withFileTypes: true })) {
    const name = path.join(below, entry.name)
    if (LEFT_OUT.test(entry.name)) continue
    if (!entry.isDirectory()) listed.files.push(name)
    else {
      listed.folders.push(name)
      if (EMPTIED.has(name)) continue
      const inner = await listCluster(data, name)
      listed.folders.push(...inner.folders)
      listed.files.push(...inner.files)
    }
  }
  return listed
}

/* @returns false for a file that was deleted since it was listed: its WAL says so. */
async function copyPacked(from: string, to: string): Promise<boolean> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  try {
    await packFile(from, to)
    return true
  } catch (error) {
    if (!isGone(error)) throw error
    await rm(to, { force: true })
    return false
  }
}

async function copyCluster(data: string, target: string, signal: AbortSignal): Promise<BaseContent> {
  const { folders, files } = await listCluster(data)
  const copied: string[] = []
  for (const name of files) {
    signal.throwIfAborted()
    if (await copyPacked(path.join(data, name), path.join(target, 'cluster', `${name}.gz`))) copied.push(name)
  }
  return { folders: [...folders, ...BELOW_WAL], files: copied }
}

const STOP = `SELECT labelfile AS label, pg_walfile_name(lsn) AS last, current_setting('server_version') AS postgres
  FROM pg_backup_stop(true)`
const FIRST = /file ([0-9A-F]{24})/

async function copyWhileMarked(client: Client, { data }: BaseSource, draft: string, signal: AbortSignal) {
  await client.query("SELECT pg_backup_start('balcao', true)")
  await writeContent(draft, await copyCluster(data, draft, signal))
  // Waits until the WAL that a recovery needs was handed over.
  const { rows } = await client.query<{ label: string; last: string; postgres: string }>(STOP)
  const [stopped] = rows
  const firstSegment = FIRST.exec(stopped?.label ?? '')?.[1]
  if (!stopped || !firstSegment) throw new Error('Postgres gave no label of the backup')
  await writeFile(path.join(draft, 'backup_label'), stopped.label, { mode: 0o600, flush: true })
  return { firstSegment, lastSegment: stopped.last, postgres: stopped.postgres }
}

async function copySecrets({ secrets, secretVariables }: BaseSource, draft: string): Promise<void> {
  await cp(secrets, path.join(draft, 'secrets'), { recursive: true })
  if (secretVariables !== '')
    await writeFile(path.join(draft, 'secrets.env'), secretVariables, { mode: 0o600 })
}

/** The name under which a cluster is archived. */
export async function readSystemIdentifier(admin: PostgresServer): Promise<string> {
  const client = new Client({ ...admin, application_name: 'balcao base backup' })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'SELECT system_identifier::text AS id FROM pg_control_system()',
    )
    return rows[0]?.id ?? ''
  } finally {
    await client.end()
  }
}

/**
 * Copies the running cluster with its secrets. Of use with the WAL that was written meanwhile, which Postgres has staged when it resolves.
 * @param settle archives that WAL; the backup counts afterwards
 */
export async function makeBaseBackup(
  source: BaseSource,
  archive: ArchiveFolder,
  { now, settle, signal }: { now: () => Date; settle: () => Promise<void>; signal: AbortSignal },
): Promise<BaseManifest> {
  const beganAt = now().toISOString()
  const target = path.join(archive.bases, beganAt.slice(0, 19).replaceAll(':', '-') + 'Z')
  const draft = `${target}.unfinished-${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const client = new Client({ ...source.admin, application_name: 'balcao base backup', statement_timeout: 0 })
  // A connection that ends ends the backup; the query in flight says so.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const made = await copyWhileMarked(client, source, draft, signal)
    await copySecrets(source, draft)
    await settle()
    requireWal(archive, made)
    const manifest: BaseManifest = { format: 1, beganAt, endedAt: now().toISOString(), ...made }
    await writeManifest(draft, manifest)
    await moveDurably(draft, target)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
