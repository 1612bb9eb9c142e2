import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'

import { DRAFT } from '../backup-folder'

/* BACKUP_DIR/continuous/<system identifier of the cluster>/: two clusters name their WAL alike. */
export const CONTINUOUS = 'continuous'

/** Parts of a cluster's archive. */
export interface ArchiveFolder {
  root: string
  /** Base backups, by the time of their beginning. */
  bases: string
  /** WAL, each file by its name and `.gz`. */
  wal: string
  /** The files of the media store, which never change. */
  media: string
}

export const archiveFolder = (root: string): ArchiveFolder => ({
  root,
  bases: path.join(root, 'bases'),
  wal: path.join(root, 'wal'),
  media: path.join(root, 'media'),
})

/** What a base backup says of itself. */
export interface BaseManifest {
  format: 1
  beganAt: string
  endedAt: string
  /** The first segment that a recovery from it reads, and the one up to which it must. */
  firstSegment: string
  lastSegment: string
  postgres: string
}

/** What a base backup has of the cluster's own folder. */
export interface BaseContent {
  /** They may be empty. */
  folders: string[]
  /** Each is kept as `<name>.gz`. */
  files: string[]
}

export interface BaseBackup extends BaseManifest {
  folder: string
}

const MANIFEST = 'manifest.json'
const CONTENT = 'content.json'

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Whole base backups, the newest first; the folder need not exist. */
export function listBases({ bases }: ArchiveFolder): BaseBackup[] {
  if (!existsSync(bases)) return []
  return readdirSync(bases)
    .filter((name) => !DRAFT.test(name) && existsSync(path.join(bases, name, MANIFEST)))
    .map((name) => path.join(bases, name))
    .map((folder) => ({ ...readJson<BaseManifest>(path.join(folder, MANIFEST)), folder }))
    .sort((a, b) => b.beganAt.localeCompare(a.beganAt))
}

/** Archives of a folder of backups, the one with the newest base backup first. */
export function listArchives(backupFolder: string): ArchiveFolder[] {
  const folder = path.join(backupFolder, CONTINUOUS)
  if (!existsSync(folder)) return []
  const newest = (archive: ArchiveFolder) => listBases(archive)[0]?.beganAt ?? ''
  return readdirSync(folder)
    .map((name) => archiveFolder(path.join(folder, name)))
    .sort((a, b) => newest(b).localeCompare(newest(a)))
}

/** How the archive does; the doctor reads it. */
export interface ArchiveStatus {
  /** When WAL was last archived. */
  archivedAt: string | undefined
  /** Of the last try, unless it succeeded. */
  failure: string | undefined
}

const STATUS = 'status.json'

export const readStatus = ({ root }: ArchiveFolder): ArchiveStatus | undefined =>
  existsSync(path.join(root, STATUS)) ? readJson<ArchiveStatus>(path.join(root, STATUS)) : undefined

/** So that what it has is there after a loss of power, too; of a folder: its names. */
export async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Renames what is whole and on the disk; it replaces what has that name. */
export async function moveDurably(draft: string, target: string): Promise<void> {
  await rename(draft, target)
  await syncToDisk(path.dirname(target))
}

/** Writes a file that is whole, or not there. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(draft, text, { mode: 0o600, flush: true })
  await moveDurably(draft, file)
}

const writeJson = (file: string, value: unknown) => writeWhole(file, `${JSON.stringify(value, null, 2)}\n`)

export const writeStatus = ({ root }: ArchiveFolder, status: ArchiveStatus): Promise<void> =>
  writeJson(path.join(root, STATUS), status)

export const readContent = (folder: string): BaseContent => readJson(path.join(folder, CONTENT))

export const writeContent = (folder: string, content: BaseContent): Promise<void> =>
  writeJson(path.join(folder, CONTENT), content)

/** Last: with it a base backup counts. */
export const writeManifest = (folder: string, manifest: BaseManifest): Promise<void> =>
  writeJson(path.join(folder, MANIFEST), manifest)

export const deleteBase = ({ folder }: BaseBackup): Promise<void> => rm(folder, { recursive: true })

/** Deletes what base backups that were killed have left; none is being made. */
export async function deleteDrafts({ bases }: ArchiveFolder): Promise<void> {
  if (!existsSync(bases)) return
  for (const name of readdirSync(bases).filter((name) => DRAFT.test(name)))
    await rm(path.join(bases, name), { recursive: true })
}

/** Compresses a file, fast: most of a segment that a quiet minute ended is zeros. */
export const packFile = (from: string, to: string): Promise<void> =>
  pipeline(
    createReadStream(from),
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(to, { mode: 0o600, flush: true }),
  )

/** Whether a file was deleted since it was listed. */
export const isGone = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'
