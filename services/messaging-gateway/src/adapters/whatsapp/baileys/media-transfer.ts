import { createDecipheriv, createHash, createHmac, timingSafeEqual, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform, type Readable, type TransformCallback } from 'node:stream'
import { json } from 'node:stream/consumers'

import type { MediaType as LibraryMediaType } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { MediaReference } from './content/content'
import type { UploadContext } from './content/upload-media'
import type { BaileysModule } from './load-baileys'
import type { MediaHosts } from './media-hosts'

const MAC_BYTES = 10
const BLOCK_BYTES = 16
const ORIGIN = { origin: 'https://web.whatsapp.com' }

/** The media reference of a file, with the types that only the library uses. */
export type FileReference = Pick<
  MediaReference,
  'mediaKey' | 'directPath' | 'fileEncSha256' | 'fileSha256'
> & {
  type: LibraryMediaType
}

const downloadError = (cause: unknown) => new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { cause })

/**
 * Fetches and decrypts a file. The host comes from configuration, never from the sender: of the message only the path
 * is used. The stream ends with an error unless MAC and both hashes are those of the message.
 * @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA
 */
export async function download(
  baileys: BaileysModule,
  hosts: MediaHosts,
  reference: FileReference,
): Promise<Readable> {
  const { directPath, mediaKey, type } = reference
  const keys = await baileys.getMediaKeys(Buffer.from(mediaKey, 'base64'), type)
  const body = await fetchBytes(hosts, () => hosts.fileUrl(directPath))
  const decrypted = new MediaDecryption(keys, reference)
  body.on('error', (error) => decrypted.destroy(downloadError(error)))
  decrypted.on('close', () => body.destroy())
  return body.pipe(decrypted)
}

/** An unencrypted file of the media hosts, such as a profile picture. @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA */
export const fetchPlain = (hosts: MediaHosts, url: string): Promise<Readable> => fetchBytes(hosts, () => url)

async function fetchBytes({ http }: MediaHosts, url: () => URL | string): Promise<Readable> {
  try {
    const { status, body } = await http.send(url(), { headers: ORIGIN })
    if (status === 200) return body
    body.destroy()
    throw new Error(`status ${status}`)
  } catch (error) {
    throw downloadError(error)
  }
}

/**
 * Decrypts AES-256-CBC followed by a MAC of ten bytes, the protocol's format for files. The MAC is checked at the end
 * only: a reader must discard what it has read when the stream fails.
 */
class MediaDecryption extends Transform {
  private readonly decipher
  private readonly mac
  private readonly hashes: { encrypted: Hash; plain: Hash }
  private held: Buffer = Buffer.alloc(0)

  constructor(
    keys: { cipherKey: Uint8Array; iv: Uint8Array; macKey?: Uint8Array },
    private readonly reference: FileReference,
  ) {
    super()
    this.decipher = createDecipheriv('aes-256-cbc', keys.cipherKey, keys.iv)
    this.mac = createHmac('sha256', keys.macKey ?? Buffer.alloc(0)).update(keys.iv)
    this.hashes = { encrypted: createHash('sha256'), plain: createHash('sha256') }
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hashes.encrypted.update(chunk)
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk
    // The last ten bytes may be the MAC, and the block before them the padding.
    const usable = Math.max(0, bytes.length - MAC_BYTES - BLOCK_BYTES)
    const now = usable - (usable % BLOCK_BYTES)
    this.held = bytes.subarray(now)
    done(undefined, this.decrypt(bytes.subarray(0, now)))
  }

  override _flush(done: TransformCallback): void {
    const ciphertext = this.held.subarray(0, Math.max(0, this.held.length - MAC_BYTES))
    const mac = this.held.subarray(ciphertext.length)
    try {
      const opened = this.decrypt(ciphertext)
      const rest = this.decipher.final()
      this.hashes.plain.update(rest)
      if (this.isAuthentic(mac)) done(undefined, Buffer.concat([opened, rest]))
      else done(downloadError('the bytes are not the sender’s'))
    } catch (error) {
      done(downloadError(error))
    }
  }

  private decrypt(ciphertext: Buffer): Buffer {
    this.mac.update(ciphertext)
    const plain = this.decipher.update(ciphertext)
    this.hashes.plain.update(plain)
    return plain
  }

  private isAuthentic(mac: Buffer): boolean {
    const { fileEncSha256, fileSha256 } = this.reference
    return (
      areEqual(this.mac.digest().subarray(0, MAC_BYTES), mac) &&
      areEqualOrAbsent(this.hashes.encrypted.digest(), fileEncSha256) &&
      areEqualOrAbsent(this.hashes.plain.digest(), fileSha256)
    )
  }
}

const areEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && timingSafeEqual(a, b)
const areEqualOrAbsent = (actual: Uint8Array, said: string) =>
  said === '' || areEqual(actual, Buffer.from(said, 'base64'))

interface MediaConnection {
  auth: string
  hosts: { hostname: string }[]
}

/** Uploads an encrypted file to the first host that accepts it, streamed from the disk. */
export function createUploader(
  baileys: BaileysModule,
  hosts: MediaHosts,
  connection: (isFresh: boolean) => Promise<MediaConnection>,
): UploadContext['upload'] {
  return async (filePath, { fileEncSha256B64, mediaType }) => {
    const token = baileys.encodeBase64EncodedStringForUpload(fileEncSha256B64)
    let lastError: unknown
    for (const isFresh of [false, true]) {
      const { auth, hosts: named } = await connection(isFresh)
      for (const { hostname } of named) {
        const path = `${baileys.MEDIA_PATH_MAP[mediaType] ?? ''}/${token}?auth=${encodeURIComponent(auth)}&token=${token}`
        try {
          return await post(hosts, hosts.uploadUrl(hostname, path), filePath)
        } catch (error) {
          lastError = error
        }
      }
    }
    throw new AppError('ERR_UNAVAILABLE', { detail: 'no media host takes the file', cause: lastError })
  }
}

async function post(
  { http }: MediaHosts,
  url: URL,
  filePath: string,
): Promise<{ mediaUrl: string; directPath: string }> {
  const { size } = await stat(filePath)
  const { status, body } = await http.send(url, {
    method: 'POST',
    body: createReadStream(filePath),
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size), ...ORIGIN },
  })
  const answer = (await json(body)) as { url?: string; direct_path?: string }
  if (status > 299 || !answer.direct_path) throw new Error(`upload refused: ${status}`)
  return { mediaUrl: answer.url ?? '', directPath: answer.direct_path }
}
