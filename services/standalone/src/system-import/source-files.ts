import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'

import type { CompanyId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { mediaKey, type ServicePorts } from '@balcao/kernel'
import { detectFileMimeType } from '@balcao/platform'

import type { SourceFile } from './source.port'

type Ports = Pick<ServicePorts, 'blobs' | 'pendingBlobs' | 'ids' | 'clock'>

export type StoredFile = { media: Media } | { fault: string }

/** Files that this run looked at. */
export interface FileTotals {
  found: number
  sizeBytes: number
  missing: number
}

/** The folder of the other system's files; what is outside of it is not read. */
export class SourceFiles {
  readonly totals: FileTotals = { found: 0, sizeBytes: 0, missing: 0 }

  private constructor(
    private readonly ports: Ports,
    private readonly folder: string,
    private readonly companyId: CompanyId,
  ) {}

  static async open(ports: Ports, folder: string, companyId: CompanyId): Promise<SourceFiles> {
    return new SourceFiles(ports, await realpath(folder), companyId)
  }

  private async find(file: SourceFile): Promise<string | undefined> {
    const candidates = [file.path, safeDecode(file.path)]
    for (const candidate of new Set(candidates)) {
      const found = await realpath(path.join(this.folder, candidate)).catch(ignoreMissing)
      if (found?.startsWith(`${this.folder}${path.sep}`)) return found
    }
    return undefined
  }

  /** Where the file is; undefined without one that has content. Counts it. */
  async look(file: SourceFile): Promise<{ found: string; sizeBytes: number } | undefined> {
    const found = await this.find(file)
    const info = found === undefined ? undefined : await stat(found)
    if (found === undefined || !info?.isFile() || info.size === 0) {
      this.totals.missing += 1
      return undefined
    }
    this.totals.found += 1
    this.totals.sizeBytes += info.size
    return { found, sizeBytes: info.size }
  }

  /** Keeps the file in the blob store until the message that carries it claims it. */
  async store(file: SourceFile): Promise<StoredFile> {
    const { blobs, pendingBlobs, ids, clock } = this.ports
    const seen = await this.look(file)
    if (!seen) return { fault: 'its file is not in the folder, or empty' }
    const { found, sizeBytes } = seen
    const mimeType = await detectFileMimeType(found)
    const key = mediaKey({ companyId: this.companyId, mimeType, token: ids.token(16), now: clock.now() })
    await pendingBlobs.expect(this.companyId, [key])
    await blobs.put(key, createReadStream(found), { maxBytes: sizeBytes })
    const media = {
      key,
      name: file.name,
      mimeType,
      sizeBytes,
      width: 0,
      height: 0,
      durationSeconds: 0,
    }
    return { media }
  }
}

/* Names are stored as they are, or as a part of an address. */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined
  throw error
}
