import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

import { moveDurably, packFile, writeWhole, type ArchiveFolder, type BaseManifest } from './archive-folder'
import { follows, isArchivedName, listSegments, segmentNumber } from './wal-names'

/*
 * In the staging folder, which Postgres' start deletes when it does not archive: the segment that was archived last, and whether a base
 * backup is followed by every segment since.
 */
const NOTES = 'notes.json'

interface Notes {
  last: string
  hasBase: boolean
}

export function readNotes(staging: string): Notes | undefined {
  const file = path.join(staging, NOTES)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Notes) : undefined
}

const writeNotes = (staging: string, notes: Notes): Promise<void> =>
  writeWhole(path.join(staging, NOTES), JSON.stringify(notes))

/** Whether every segment since the last base backup is archived. */
export const isUnbroken = (staging: string): boolean => readNotes(staging)?.hasBase === true

/** From now on the archive continues a base backup. */
export async function noteBase(staging: string): Promise<void> {
  const notes = readNotes(staging)
  if (!notes) throw new Error('the base backup has no archived WAL')
  await writeNotes(staging, { ...notes, hasBase: true })
}

/** Names that wait to be archived, in the order in which Postgres wrote them. */
export const listStaged = (staging: string): string[] => readdirSync(staging).filter(isArchivedName).sort()

/* A backup's disk that is full or gone must not fill the database's. */
const MOST_STAGED_BYTES = 2 * 1024 ** 3

/**
 * Deletes the older half of what is staged if it is much, or more than its disk has free. The archive then has a gap.
 * @returns the names of what was deleted
 */
export async function giveUpOldest(staging: string): Promise<string[]> {
  const names = listStaged(staging)
  const bytes = names.reduce((sum, name) => sum + statSync(path.join(staging, name)).size, 0)
  const { bavail, bsize } = await statfs(staging)
  if (bytes < Math.min(MOST_STAGED_BYTES, bavail * bsize)) return []
  const oldest = names.slice(0, Math.ceil(names.length / 2))
  for (const name of oldest) await rm(path.join(staging, name))
  return oldest
}

async function archiveOne(staging: string, { wal }: ArchiveFolder, name: string): Promise<void> {
  const draft = path.join(wal, `.${name}.gz`)
  await packFile(path.join(staging, name), draft)
  await moveDurably(draft, path.join(wal, `${name}.gz`))
}

async function noteSegment(staging: string, name: string): Promise<boolean> {
  if (segmentNumber(name) === undefined) return true
  const notes = readNotes(staging)
  const continues = notes ? follows(name, notes.last) : false
  await writeNotes(staging, { last: name, hasBase: continues && notes?.hasBase === true })
  return continues || notes === undefined
}

/**
 * Archives these staged files and deletes them from the staging folder. Safe to repeat: a file is deleted once it is on the archive's disk.
 * @returns whether they continue what was archived before; after a gap no recovery is possible until there is a new base backup
 */
export async function archiveWal(
  staging: string,
  archive: ArchiveFolder,
  names: readonly string[],
): Promise<boolean> {
  await mkdir(archive.wal, { recursive: true, mode: 0o700 })
  let isContinuous = true
  for (const name of names) {
    await archiveOne(staging, archive, name)
    isContinuous = (await noteSegment(staging, name)) && isContinuous
    await rm(path.join(staging, name))
  }
  return isContinuous
}

/** @throws {Error} where one of the segments that a recovery from this base backup needs is not archived */
export function requireWal(
  { wal }: ArchiveFolder,
  { firstSegment, lastSegment }: Pick<BaseManifest, 'firstSegment' | 'lastSegment'>,
): void {
  const missing = listSegments(firstSegment, lastSegment).filter(
    (name) => !existsSync(path.join(wal, `${name}.gz`)),
  )
  if (missing.length > 0) throw new Error(`WAL of the base backup is missing: ${missing.join(', ')}`)
}
