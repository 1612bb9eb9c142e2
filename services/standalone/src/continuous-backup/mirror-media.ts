import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { SECOND } from '@balcao/kernel'

import { isGone, moveDurably, syncToDisk } from './archive-folder'

/* Unfinished writes of the media store and of this copy. */
const isHidden = (name: string): boolean => name.startsWith('.')

async function copyWhole(from: string, to: string): Promise<void> {
  const draft = path.join(path.dirname(to), `.${path.basename(to)}`)
  await copyFile(from, draft, constants.COPYFILE_FICLONE)
  await syncToDisk(draft)
  await moveDurably(draft, to)
}

/* Two changes within one tick of the file system's clock leave the same time. */
const SETTLED_AFTER_MS = 2 * SECOND

interface SeenFolder {
  mtimeMs: number
  /** Folders in it. */
  folders: string[]
}

/**
 * Keeps copies of a folder's files, which never change once they have their names. A folder whose time of change is the one that was seen
 * last is not read again.
 */
export class MediaMirror {
  private readonly seen = new Map<string, SeenFolder>()

  constructor(
    private readonly from: string,
    private readonly to: string,
  ) {}

  /** Copies what is new. */
  async copyNew(): Promise<void> {
    if (existsSync(this.from)) await this.copyFolder('')
  }

  /** Deletes copies of files that were deleted: one that was missing at the last call, too. The media of older backups are among them until then. */
  async deleteGone(missing: Set<string>): Promise<Set<string>> {
    const now = new Set<string>()
    for (const name of await this.listFiles(this.to)) {
      if (existsSync(path.join(this.from, name))) continue
      if (missing.has(name)) await rm(path.join(this.to, name))
      else now.add(name)
    }
    return now
  }

  private async listFiles(folder: string): Promise<string[]> {
    if (!existsSync(folder)) return []
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && !isHidden(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  }

  private async copyFolder(below: string): Promise<void> {
    // Read before the names: what is added meanwhile is seen the next time.
    const { mtimeMs } = await stat(path.join(this.from, below))
    const seen = this.seen.get(below)
    const folders = seen?.mtimeMs === mtimeMs ? seen.folders : await this.copyFilesOf(below)
    if (Date.now() - mtimeMs > SETTLED_AFTER_MS) this.seen.set(below, { mtimeMs, folders })
    for (const folder of folders) await this.copyFolder(folder)
  }

  /* @returns the folders in it */
  private async copyFilesOf(below: string): Promise<string[]> {
    const entries = await readdir(path.join(this.from, below), { withFileTypes: true })
    const shown = entries.filter(({ name }) => !isHidden(name))
    await mkdir(path.join(this.to, below), { recursive: true, mode: 0o700 })
    for (const entry of shown) if (entry.isFile()) await this.copyFile(path.join(below, entry.name))
    return shown.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(below, name))
  }

  private async copyFile(name: string): Promise<void> {
    const target = path.join(this.to, name)
    if (existsSync(target)) return
    try {
      await copyWhole(path.join(this.from, name), target)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}
