import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import type { CompanyId } from '@balcao/contracts'
import { DAY, mediaKey, type BlobStore, type Ids, type PendingBlobs } from '@balcao/kernel'

import type { Connection } from '../connections'
import { formatAddress, parseAddress } from '../whatsapp-driver'
import { askSession, type AskDeps } from './ask-session'
import type { CheckDeps } from './check-number'
import type { KnownPicture, PictureStore } from './picture.store'

export interface PictureDeps extends AskDeps, Pick<CheckDeps, 'capabilities'> {
  pictures: PictureStore
  blobs: BlobStore
  pendingBlobs: PendingBlobs
  ids: Ids
  /** The type by magic bytes. */
  identify(head: Buffer, isWhole: boolean): string
}

const LIFETIME_MS = DAY
const MAX_BYTES = 1024 * 1024
const PICTURE_TYPES = new Set(['image/jpeg', 'image/png', 'image/webp'])

/* Undefined when it is larger than MAX_BYTES. */
async function readAtMost(content: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size > MAX_BYTES) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

interface FetchedPicture {
  bytes: Buffer
  mimeType: string
}

async function askForPicture(
  deps: PictureDeps,
  connection: Connection,
  remoteJid: string,
): Promise<FetchedPicture | undefined> {
  const content = await askSession(deps, connection, (session) => session.picture(parseAddress(remoteJid)))
  const bytes = content && (await readAtMost(content))
  if (!bytes) return undefined
  const mimeType = deps.identify(bytes, true)
  return PICTURE_TYPES.has(mimeType) ? { bytes, mimeType } : undefined
}

/** The object of the picture: the previous one when the bytes are the same. */
async function storePicture(
  deps: PictureDeps,
  companyId: CompanyId,
  before: KnownPicture | undefined,
  fetched: FetchedPicture | undefined,
): Promise<Pick<KnownPicture, 'key' | 'hash'>> {
  if (!fetched) return { key: '', hash: '' }
  const hash = sha256(fetched.bytes)
  if (before && before.hash === hash) return { key: before.key, hash }
  const now = deps.clock.now()
  const key = mediaKey({ companyId, mimeType: fetched.mimeType, token: deps.ids.token(16), now })
  await deps.pendingBlobs.expect(companyId, [key])
  await deps.blobs.put(key, fetched.bytes)
  return { key, hash }
}

/**
 * Object key of a profile picture, at most 24 hours old; '' when there is none, it is hidden, or it is not an image of at most
 * 1 MB. WhatsApp is asked at most once a day, for a picture and for its absence.
 * @param number digits, or the `remoteJid` of a group or of a person without a known number.
 * @throws {AppError} ERR_UNAVAILABLE when nothing fresh is known and the connection is not connected, ERR_WAPP_DOWNLOAD_MEDIA
 */
export async function fetchPicture(
  deps: PictureDeps,
  connection: Connection,
  number: string,
): Promise<string> {
  const { companyId, id, provider } = connection
  if (!deps.capabilities(provider).hasPictures) return ''
  const jid = number.includes('@') ? number : formatAddress({ phone: number })
  const before = await deps.db.withTenant(companyId, (tx) => deps.pictures.find(tx, companyId, id, jid))
  const askedAt = deps.clock.now()
  if (before && askedAt.getTime() - before.askedAt.getTime() < LIFETIME_MS) return before.key
  const stored = await storePicture(deps, companyId, before, await askForPicture(deps, connection, jid))
  const replaced = before && before.key !== stored.key ? before.key : ''
  const isNew = stored.key !== '' && stored.key !== before?.key
  await deps.db.withTenant(companyId, async (tx) => {
    if (isNew) await deps.pendingBlobs.claim(tx, companyId, [stored.key])
    await deps.pictures.save(tx, companyId, id, { jid, ...stored, staleKey: replaced, askedAt })
  })
  if (before && before.staleKey !== '') await deps.blobs.delete(before.staleKey)
  return stored.key
}
