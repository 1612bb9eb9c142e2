import { MINUTE, SECOND, systemClock, type Running } from '@balcao/kernel'
import { gauge, repeat } from '@balcao/platform'

import { readBackups } from './doctor/backup-check'
import { readDisk } from './doctor/machine-checks'
import { standaloneLog } from './terminal-report'

const READ_EVERY_MS = MINUTE

const freeShare = gauge(
  'balcao_volume_free_ratio',
  'Free part of a volume of the single machine: of bytes or of files, whichever is less',
)
const backupAge = gauge(
  'balcao_backup_age_seconds',
  'Seconds since the newest whole backup of the single machine was begun; since its start while there is none',
)

export interface WatchedFolders {
  data: string
  /** Of backups; undefined where none are made here. */
  backups: string | undefined
}

const readFreeShare = async (folder: string): Promise<number> => {
  const { sizeBytes, freeBytes, inodes, freeInodes } = await readDisk(folder)
  // Some file systems have no limit of files, and say 0.
  return Math.min(freeBytes / sizeBytes, inodes > 0 ? freeInodes / inodes : 1)
}

/** Reports the room on the volumes and the age of the backups, once a minute, until it is stopped. A volume that cannot be read has none. */
export function startMachineMetrics(
  folders: WatchedFolders,
  now = () => systemClock.now().getTime(),
): Running & { read: () => Promise<void> } {
  const startedAt = now()
  const watched = Object.entries(folders).flatMap(([volume, folder]) => (folder ? [{ volume, folder }] : []))
  const shares = new Map<string, number>()
  let newestAt: number | undefined
  const read = async (): Promise<void> => {
    for (const { volume, folder } of watched)
      try {
        shares.set(volume, await readFreeShare(folder))
      } catch (err) {
        shares.set(volume, 0)
        standaloneLog.warn({ err, folder }, 'room of a volume not known')
      }
    newestAt = folders.backups === undefined ? undefined : readBackups(folders.backups).newestAt?.getTime()
  }
  const ends = [
    freeShare.observe(() => [...shares].map(([volume, value]) => ({ value, labels: { volume } }))),
    backupAge.observe(() =>
      folders.backups === undefined ? [] : [{ value: (now() - (newestAt ?? startedAt)) / SECOND }],
    ),
  ]
  const reading = repeat(
    () => read().catch((err: unknown) => standaloneLog.warn({ err }, 'age of the backups not known')),
    READ_EVERY_MS,
  )
  return {
    read,
    stop: async () => {
      for (const end of ends) end()
      await reading.stop()
    },
  }
}
