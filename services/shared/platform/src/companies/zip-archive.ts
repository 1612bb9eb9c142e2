import { finished, pipeline } from 'node:stream/promises'
import type { Readable, Writable } from 'node:stream'

import { ZipFile } from 'yazl'

export interface ArchiveEntry {
  path: string
  content: Readable
  /** Media are compressed already. */
  isCompressed: boolean
}

/* Resolves when the entry was read to its end. */
function addEntry(zip: ZipFile, { path, content, isCompressed }: ArchiveEntry): Promise<void> {
  zip.addReadStream(content, path, { compress: !isCompressed })
  return finished(content, { writable: false })
}

/**
 * Writes entries to a zip, one after the other; each is read as fast as the target takes it. When the target closes, the entry that is
 * read is destroyed and no further one is asked for.
 * @throws what an entry or the target failed with; the target is destroyed then, so that its reader sees that the end is missing.
 */
export async function writeArchive(entries: AsyncIterable<ArchiveEntry>, target: Writable): Promise<void> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  let current: Readable | undefined
  const fill = async () => {
    for await (const entry of entries) {
      current = entry.content
      await addEntry(zip, entry)
    }
    zip.end()
  }
  const filling = fill().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  const [sent, filled] = await Promise.allSettled([
    pipeline(output, target).catch((error: unknown) => {
      current?.destroy(error instanceof Error ? error : undefined)
      throw error
    }),
    filling,
  ])
  // What failed first explains more.
  if (filled.status === 'rejected') throw filled.reason
  if (sent.status === 'rejected') throw sent.reason
}
