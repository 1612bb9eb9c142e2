import { MINUTE } from '@balcao/kernel'

import { listArchives, listBases, readStatus } from '../continuous-backup/archive-folder'
import { ok, problem, warning, type Check, type Finding } from './check'

export interface ArchiveReading {
  /** When WAL was last archived. */
  archivedAt: Date | undefined
  /** When the newest base backup ended. */
  baseAt: Date | undefined
  failure: string | undefined
}

/* A segment ends every minute, as leases are renewed all the time. */
const LATE_MS = 5 * MINUTE

const REMEDY =
  'Does the desk run, and has the disk of BACKUP_DIR room? Its log says more; it goes on by itself once that is mended.'

export function judgeArchive({ archivedAt, baseAt, failure }: ArchiveReading, now: Date): Finding {
  if (failure) return problem(`the continuous backup fails: ${failure}`, REMEDY)
  if (!baseAt || !archivedAt)
    return warning('the continuous backup has no base backup yet', 'The desk makes one after its start.')
  const minutes = Math.round((now.getTime() - archivedAt.getTime()) / MINUTE)
  const found = `the continuous backup goes up to ${minutes} minutes ago`
  return now.getTime() - archivedAt.getTime() > LATE_MS ? problem(found, REMEDY) : ok(found)
}

/* The newest archive: a desk that was made anew begins another. */
function readArchive(folder: string): ArchiveReading {
  const [archive] = listArchives(folder)
  const status = archive && readStatus(archive)
  const [base] = archive ? listBases(archive) : []
  return {
    archivedAt: status?.archivedAt === undefined ? undefined : new Date(status.archivedAt),
    baseAt: base && new Date(base.endedAt),
    failure: status?.failure,
  }
}

/** The continuous backup in a folder of backups. */
export const archiveCheck = (folder: string, now: () => Date): Check => ({
  name: 'continuous backup',
  run: async () => judgeArchive(readArchive(folder), now()),
})
