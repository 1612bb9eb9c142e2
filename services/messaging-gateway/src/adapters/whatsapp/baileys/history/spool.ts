import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const CIPHER = 'aes-256-ctr'

/** A file on the disk, encrypted with a key that only this process has. */
export interface Spooled {
  open(): Readable
  /** Idempotent. */
  remove(): Promise<void>
}

/**
 * Reads a stream to its end before its content is used: a file from a media host is authenticated only after its last
 * byte. The plaintext is never on the disk, and never in memory as a whole.
 */
export async function spool(content: Readable, signal: AbortSignal): Promise<Spooled> {
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-history-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = path.join(folder, 'history')
  const [key, iv] = [randomBytes(32), randomBytes(16)]
  try {
    const to = createWriteStream(file, { mode: 0o600, flags: 'wx' })
    await pipeline(content, createCipheriv(CIPHER, key, iv), to, { signal })
  } catch (error) {
    await remove()
    throw error
  }
  return { open: () => decrypt(createReadStream(file), createDecipheriv(CIPHER, key, iv)), remove }
}

function decrypt(file: Readable, decipher: Transform): Readable {
  file.on('error', (error) => decipher.destroy(error))
  decipher.on('close', () => file.destroy())
  return file.pipe(decipher)
}
