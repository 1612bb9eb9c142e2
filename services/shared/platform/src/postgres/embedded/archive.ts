import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Account } from './account'
import { changeOwner } from './placement'

/** What archiving depends on. */
export interface ArchivedCluster {
  folder: string
  options: { archivesWal?: boolean }
}

/* A segment of 16 MB is finished at least so often while anything is written: what may be lost with the disk. */
const ARCHIVE_TIMEOUT = '60s'

/** In single quotes of the shell, for a setting whose `%` Postgres replaces. */
export const quotePath = (path: string): string => `'${path.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

/** Where Postgres puts finished WAL. Its account may write nowhere else, so whoever archives takes it from there. */
export const stagingFolder = (folder: string): string => join(folder, 'wal')

/* With conv=fsync Postgres recycles a segment only once its copy is on the disk. Whoever reads sees whole files only. */
function archiveCommand(folder: string): string {
  const part = quotePath(join(folder, '.part'))
  return `dd if="%p" of=${part} bs=1048576 conv=fsync 2>/dev/null && mv -f ${part} ${quotePath(folder)}/"%f"`
}

/** Settings of a server that archives its WAL, or of one that writes as little as it can. */
export const archiveSettings = ({ folder, options }: ArchivedCluster): Record<string, string> =>
  options.archivesWal
    ? {
        wal_level: 'replica',
        archive_mode: 'on',
        archive_timeout: ARCHIVE_TIMEOUT,
        archive_command: archiveCommand(stagingFolder(folder)),
      }
    : { wal_level: 'minimal' }

/**
 * Before a server starts. One that does not archive leaves a gap, so what was staged before is of no use: whoever archives finds its notes
 * gone with the folder, and makes a new base backup.
 */
export function prepareStaging({ folder, options }: ArchivedCluster, account: Account | undefined): void {
  const staging = stagingFolder(folder)
  if (!options.archivesWal) return rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true, mode: 0o700 })
  changeOwner(account, staging)
}

/** Whether a running server archives as this one should: an earlier process may have started it with other settings. */
export function archivesAlike(cluster: ArchivedCluster & { data: string }): boolean {
  const started = readFileSync(join(cluster.data, 'postmaster.opts'), 'utf8')
  if (!cluster.options.archivesWal) return !started.includes('"archive_mode=on"')
  return started.includes(`"archive_command=${archiveCommand(stagingFolder(cluster.folder))}"`)
}
