import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { MediaType } from './content'

/** What the recipient needs to decrypt and verify a file. */
export interface EncryptedMedia {
  mediaKey: Buffer
  fileSha256: Buffer
  fileEncSha256: Buffer
  /** Bytes of the plain file, not of the upload. */
  fileLength: number
}

const MAC_BYTES = 10

/* WhatsApp's HKDF info name for each type; stickers use the name of images. */
const keyNames: Record<MediaType, string> = {
  image: 'Image',
  sticker: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
}

/** Initialisation vector, cipher key and MAC key of a file, derived from the media key in the message. */
function deriveKeys(mediaKey: Buffer, type: MediaType): { iv: Buffer; cipherKey: Buffer; macKey: Buffer } {
  const expanded = Buffer.from(hkdfSync('sha256', mediaKey, '', `WhatsApp ${keyNames[type]} Keys`, 112))
  return {
    iv: expanded.subarray(0, 16),
    cipherKey: expanded.subarray(16, 48),
    macKey: expanded.subarray(48, 80),
  }
}

/**
 * Streams a file into `path` in the format of WhatsApp's media hosts: AES-256-CBC, then the first ten bytes of an
 * HMAC-SHA256. It writes ciphertext only, and never has the whole file in memory.
 */
export async function encryptMedia(
  content: Readable,
  type: MediaType,
  path: string,
): Promise<EncryptedMedia> {
  const mediaKey = randomBytes(32)
  const { iv, cipherKey, macKey } = deriveKeys(mediaKey, type)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey).update(iv)
  const [plainHash, encryptedHash] = [createHash('sha256'), createHash('sha256')]
  let fileLength = 0

  const out = (bytes: Buffer): Buffer => {
    mac.update(bytes)
    encryptedHash.update(bytes)
    return bytes
  }
  async function* encrypted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      fileLength += chunk.length
      plainHash.update(chunk)
      yield out(cipher.update(chunk))
    }
    yield out(cipher.final())
    const end = mac.digest().subarray(0, MAC_BYTES)
    encryptedHash.update(end)
    yield end
  }
  await pipeline(content, encrypted, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  return { mediaKey, fileSha256: plainHash.digest(), fileEncSha256: encryptedHash.digest(), fileLength }
}
