import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { SECOND } from '@balcao/kernel'

/* Unfinished writes of the media store and of this copy. */
const isHidden = (name: string): boolean => name.startsWith('.')

async function copyWhole(from: string, to: string): Promise<void> {
  const draft = path.join(path.dirname(to), `.${path.basename(to)}`)
  await copyFile(from, draft, constants.COPYFILE_FICLONE)
  const handle = await open(draft, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, to)
}

/* Two changes within one tick of the file system's clock leave the same time. */
const SETTLED_AFTER_MS = 2 * SECOND

const isGone = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT'

/**
 * Keeps copies of a folder's files, which never change once they have their names. A folder whose time of change is the one that was seen
 * last is not read again.
 */
export class MediaMirror {
  private readonly seen = new Map<string, number>()

  constructor(
    private readonly from: string,
    private readonly to: string,
  ) {}

  /** Copies what is new. @returns how many files */
  copyNew(): Promise<number> {
    return existsSync(this.from) ? this.copyFolder('') : Promise.resolve(0)
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

  private async copyFolder(below: string): Promise<number> {
    const folder = path.join(this.from, below)
    // Read before the names: what is added meanwhile is seen the next time.
    const { mtimeMs } = await stat(folder)
    const entries = await readdir(folder, { withFileTypes: true })
    let copied = 0
    for (const entry of entries)
      if (entry.isDirectory() && !isHidden(entry.name))
        copied += await this.copyFolder(path.join(below, entry.name))
    if (this.seen.get(below) === mtimeMs) return copied
    const files = entries.filter((entry) => entry.isFile() && !isHidden(entry.name))
    await mkdir(path.join(this.to, below), { recursive: true, mode: 0o700 })
    for (const { name } of files) copied += await this.copyFile(path.join(below, name))
    if (Date.now() - mtimeMs > SETTLED_AFTER_MS) this.seen.set(below, mtimeMs)
    return copied
  }

  private async copyFile(name: string): Promise<number> {
    const target = path.join(this.to, name)
    if (existsSync(target)) return 0
    try {
      await copyWhole(path.join(this.from, name), target)
      return 1
    } catch (error) {
      // Deleted since it was listed.
      if (isGone(error)) return 0
      throw error
    }
  }
}
