import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Goes on with a hash over the bytes of a file. */
export async function hashFile(hash: Hash, path: string): Promise<void> {
  for await (const chunk of createReadStream(path))
    hash.update(Buffer.isBuffer(chunk) ? chunk : String(chunk))
}
