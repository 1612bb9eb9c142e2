import type { Readable } from 'node:stream'

import { openPromise, type Entry, type ZipFile } from 'yauzl'

import { UnreadableSheet } from './unreadable-sheet'

const MOST_ENTRIES = 2_000

export interface ZipEntries {
  zip: ZipFile
  entries: Map<string, Entry>
}

/** The directory of a zip file. Sizes in it are claims: yauzl ends a stream that is longer than claimed. */
export async function openZip(file: string): Promise<ZipEntries> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableSheet('too-large')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return { zip, entries }
}

/** The content of an entry. Fails before the first byte when more than `maxBytes` are claimed. */
export async function openEntry(
  { zip, entries }: ZipEntries,
  name: string,
  maxBytes: number,
): Promise<Readable> {
  const entry = entries.get(name)
  if (!entry) throw new UnreadableSheet('invalid')
  if (entry.uncompressedSize > maxBytes) throw new UnreadableSheet('too-large')
  return zip.openReadStreamPromise(entry)
}
