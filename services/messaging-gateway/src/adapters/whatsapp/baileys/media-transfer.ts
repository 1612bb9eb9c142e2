import { createDecipheriv, createHash, createHmac, timingSafeEqual, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Transform, type TransformCallback } from 'node:stream'

import type { MediaType as LibraryMediaType } from '@whiskeysockets/baileys'

import { AppError } from '@balcao/kernel'

import type { MediaTicket } from './content/content'
import type { UploadDoor } from './content/upload-media'
import type { BaileysModule } from './load-baileys'

/** Where the media hosts are: '' for WhatsApp's own, by https; else one base for all, as a test's. */
export type MediaBase = string

const DOWNLOAD_HOST = 'https://mmg.whatsapp.net'
const MAC_BYTES = 10
const BLOCK_BYTES = 16
/** Without a byte for so long a transfer is given up. */
const STALLED_MS = 30_000

const failed = (cause: unknown) => new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { cause })

/**
 * Fetches and decrypts a file. The host is ours to choose, never the sender's: of the message only the path counts. The
 * stream ends with an error unless MAC and both hashes are those of the message.
 * @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA
 */
export async function download(
  baileys: BaileysModule,
  base: MediaBase,
  ticket: MediaTicket,
): Promise<Readable> {
  const { directPath, mediaKey, type } = ticket
  if (!directPath.startsWith('/') || directPath.startsWith('//')) throw failed('no path')
  const keys = await baileys.getMediaKeys(Buffer.from(mediaKey, 'base64'), type as LibraryMediaType)
  const { body } = await fetchBytes(new URL(directPath, base || DOWNLOAD_HOST))
  const opened = new Opening(keys, ticket)
  body.on('error', (error) => opened.destroy(failed(error)))
  opened.on('close', () => body.destroy())
  return body.pipe(opened)
}

/** Any file of the media hosts in clear, as profile pictures are. Undefined when it is not there. */
export async function fetchPlain(base: MediaBase, url: string): Promise<Readable | undefined> {
  const address = new URL(url)
  const isOurs = address.protocol === 'https:' && address.hostname.endsWith('.whatsapp.net')
  if (!isOurs && address.origin !== new URL(base || DOWNLOAD_HOST).origin) return undefined
  return (await fetchBytes(address)).body
}

async function fetchBytes(url: URL): Promise<{ body: Readable }> {
  const abort = new AbortController()
  const stalled = () => abort.abort(new Error('stalled'))
  let timer = setTimeout(stalled, STALLED_MS)
  const response = await fetch(url, {
    signal: abort.signal,
    redirect: 'error',
    headers: { origin: 'https://web.whatsapp.com' },
  }).catch((error: unknown) => {
    clearTimeout(timer)
    throw failed(error)
  })
  if (!response.ok || !response.body) {
    clearTimeout(timer)
    await response.body?.cancel()
    throw failed(`status ${response.status}`)
  }
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
  body.on('data', () => {
    clearTimeout(timer)
    timer = setTimeout(stalled, STALLED_MS)
  })
  body.once('close', () => clearTimeout(timer))
  return { body: body.pause() }
}

/**
 * AES-256-CBC with a MAC of ten bytes behind it, as the protocol encrypts files. Nothing is known to be genuine before the
 * end: whoever reads must throw away what came when the stream fails.
 */
class Opening extends Transform {
  private readonly decipher
  private readonly mac
  private readonly hashes: { encrypted: Hash; plain: Hash }
  private held: Buffer = Buffer.alloc(0)

  constructor(
    keys: { cipherKey: Uint8Array; iv: Uint8Array; macKey?: Uint8Array },
    private readonly ticket: MediaTicket,
  ) {
    super()
    this.decipher = createDecipheriv('aes-256-cbc', keys.cipherKey, keys.iv)
    this.mac = createHmac('sha256', keys.macKey ?? Buffer.alloc(0)).update(keys.iv)
    this.hashes = { encrypted: createHash('sha256'), plain: createHash('sha256') }
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hashes.encrypted.update(chunk)
    const bytes = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk
    // The last ten bytes may be the MAC, and the last block before it the padding.
    const usable = Math.max(0, bytes.length - MAC_BYTES - BLOCK_BYTES)
    const now = usable - (usable % BLOCK_BYTES)
    this.held = bytes.subarray(now)
    done(undefined, this.open(bytes.subarray(0, now)))
  }

  override _flush(done: TransformCallback): void {
    const ciphertext = this.held.subarray(0, Math.max(0, this.held.length - MAC_BYTES))
    const mac = this.held.subarray(ciphertext.length)
    try {
      const opened = this.open(ciphertext)
      const rest = this.decipher.final()
      this.hashes.plain.update(rest)
      if (this.isGenuine(mac)) done(undefined, Buffer.concat([opened, rest]))
      else done(failed('the bytes are not the sender’s'))
    } catch (error) {
      done(failed(error))
    }
  }

  private open(ciphertext: Buffer): Buffer {
    this.mac.update(ciphertext)
    const plain = this.decipher.update(ciphertext)
    this.hashes.plain.update(plain)
    return plain
  }

  private isGenuine(mac: Buffer): boolean {
    const { fileEncSha256, fileSha256 } = this.ticket
    return (
      same(this.mac.digest().subarray(0, MAC_BYTES), mac) &&
      sameOrUnsaid(this.hashes.encrypted.digest(), fileEncSha256) &&
      sameOrUnsaid(this.hashes.plain.digest(), fileSha256)
    )
  }
}

const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && timingSafeEqual(a, b)
const sameOrUnsaid = (actual: Uint8Array, said: string) =>
  said === '' || same(actual, Buffer.from(said, 'base64'))

interface MediaConnection {
  auth: string
  hosts: { hostname: string }[]
}

/** Uploads an encrypted file to the first host that takes it, streaming from the disk. */
export function uploader(
  baileys: BaileysModule,
  base: MediaBase,
  connection: (isFresh: boolean) => Promise<MediaConnection>,
): UploadDoor['upload'] {
  return async (filePath, { fileEncSha256B64, mediaType }) => {
    const token = baileys.encodeBase64EncodedStringForUpload(fileEncSha256B64)
    const { size } = await stat(filePath)
    let lastError: unknown
    for (const isFresh of [false, true]) {
      const { auth, hosts } = await connection(isFresh)
      for (const { hostname } of hosts) {
        const path = `${baileys.MEDIA_PATH_MAP[mediaType] ?? ''}/${token}?auth=${encodeURIComponent(auth)}&token=${token}`
        try {
          return await post(new URL(path, base || `https://${hostname}`), filePath, size)
        } catch (error) {
          lastError = error
        }
      }
    }
    throw new AppError('ERR_UNAVAILABLE', { detail: 'no media host takes the file', cause: lastError })
  }
}

async function post(
  url: URL,
  filePath: string,
  size: number,
): Promise<{ mediaUrl: string; directPath: string }> {
  const response = await fetch(url, {
    method: 'POST',
    body: Readable.toWeb(createReadStream(filePath)),
    duplex: 'half',
    redirect: 'error',
    signal: AbortSignal.timeout(10 * 60_000),
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      origin: 'https://web.whatsapp.com',
    },
  } as RequestInit)
  const answer = (await response.json()) as { url?: string; direct_path?: string }
  if (!response.ok || !answer.direct_path) throw new Error(`upload refused: ${response.status}`)
  return { mediaUrl: answer.url ?? '', directPath: answer.direct_path }
}
