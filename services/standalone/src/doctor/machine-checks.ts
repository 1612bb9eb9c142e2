import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import path from 'node:path'

import { ok, problem, warning, type Check, type Finding } from './check'

const GB = 1e9
const MB = 1e6
const inGb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`

/** Of the volume of the data folder. */
export interface DiskReading {
  sizeBytes: number
  freeBytes: number
  inodes: number
  freeInodes: number
}

/* Postgres stops at a full volume, and a WAL of a busy hour fits into 2 GB. */
const LEAST_FREE_BYTES = 2 * GB
const LOW_SHARE = 0.1

export function judgeDisk(
  folder: string,
  { sizeBytes, freeBytes }: DiskReading,
  reserveBytes: number,
): Finding {
  const found = `${inGb(freeBytes)} of ${inGb(sizeBytes)} free below ${folder}`
  const remedy =
    'Delete what is not the desk’s, move old backups to another machine, or enlarge the volume; docs/retention.md says what the desk itself may delete.'
  if (freeBytes <= reserveBytes)
    return problem(`${found}: files of customers and agents are refused now (UPLOAD_RESERVE_MB)`, remedy)
  if (freeBytes < LEAST_FREE_BYTES) return problem(`${found}: the database stops when it is full`, remedy)
  return freeBytes < LOW_SHARE * sizeBytes ? warning(found, remedy) : ok(found)
}

export function judgeInodes(folder: string, { inodes, freeInodes }: DiskReading): Finding {
  // Some file systems (btrfs, most of the network) have no such limit and say 0.
  if (inodes === 0) return ok('the file system has no limit of files')
  const found = `${freeInodes.toLocaleString('en')} more files fit below ${folder}`
  const remedy =
    'Delete folders with many small files that are not the desk’s, or use a volume with more inodes.'
  if (freeInodes < 0.02 * inodes) return problem(found, remedy)
  return freeInodes < LOW_SHARE * inodes ? warning(found, remedy) : ok(found)
}

/* A data folder that the first start will make is on its parent's volume. */
function findExisting(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : findExisting(path.dirname(folder))
}

export async function readDisk(folder: string): Promise<DiskReading> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(findExisting(folder))
  return { sizeBytes: bsize * blocks, freeBytes: bsize * bavail, inodes: files, freeInodes: ffree }
}

export interface MemoryReading {
  totalBytes: number
  availableBytes: number
}

export function judgeMemory({ totalBytes, availableBytes }: MemoryReading): Finding {
  const found = `${inGb(availableBytes)} of ${inGb(totalBytes)} available`
  // What the desk and its Postgres take with one number and no load is about 0.7 GB.
  if (totalBytes < 0.95 * GB)
    return problem(
      `${found}: too little for the desk and its database`,
      'Give the machine (or container) 2 GB.',
    )
  if (availableBytes < 100 * MB)
    return problem(
      `${found}: the kernel is about to end a process`,
      'See with `top -o %MEM` what takes it; give the machine more, or a swap file.',
    )
  return totalBytes < 1.9 * GB
    ? warning(`${found}: enough for a few agents`, 'Give the machine 2 GB or more.')
    : ok(found)
}

const readNumber = async (file: string): Promise<number | undefined> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  return /^\d+$/.test(text.trim()) ? Number(text) : undefined
}

/** Of the machine, or of the container where that has less (cgroup v2). */
export async function readMemory(
  cgroup = '/sys/fs/cgroup',
  meminfo = '/proc/meminfo',
): Promise<MemoryReading> {
  const text = await readFile(meminfo, 'utf8').catch(() => '')
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1]
  const own = {
    totalBytes: totalmem(),
    availableBytes: available === undefined ? freemem() : Number(available) * 1024,
  }
  const limit = await readNumber(path.join(cgroup, 'memory.max'))
  if (limit === undefined || limit >= own.totalBytes) return own
  const used = (await readNumber(path.join(cgroup, 'memory.current'))) ?? 0
  return { totalBytes: limit, availableBytes: Math.min(limit - used, own.availableBytes) }
}

/** Space, files and memory. */
export function machineChecks(
  folder: string,
  reserveBytes: number,
  read = { disk: readDisk, memory: () => readMemory() },
): Check[] {
  return [
    { name: 'disk', run: async () => judgeDisk(folder, await read.disk(folder), reserveBytes) },
    { name: 'inodes', run: async () => judgeInodes(folder, await read.disk(folder)) },
    { name: 'memory', run: async () => judgeMemory(await read.memory()) },
  ]
}
