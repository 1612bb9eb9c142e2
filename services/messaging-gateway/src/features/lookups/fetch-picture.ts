import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import type { CompanyId } from '@balcao/contracts'
import { DAY, mediaKey, type BlobStore, type Ids, type PendingBlobs } from '@balcao/kernel'

import type { Connection } from '../connections'
import { jidOfNumber } from '../inbound'
import { askSession, type AskDeps } from './ask-session'
import type { KnownPicture, PictureStore } from './picture.store'

export interface PictureDeps extends AskDeps {
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

/* Undefined when there is more: nobody's portrait is that large. */
async function readWhole(content: Readable): Promise<Buffer | undefined> {
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

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

interface Look {
  bytes: Buffer
  mimeType: string
}

async function look(deps: PictureDeps, connection: Connection, jid: string): Promise<Look | undefined> {
  const content = await askSession(deps, connection, (session) => session.picture(jid))
  const bytes = content && (await readWhole(content))
  if (!bytes) return undefined
  const mimeType = deps.identify(bytes, true)
  return PICTURE_TYPES.has(mimeType) ? { bytes, mimeType } : undefined
}

/** The object of these bytes: the one of last time when they are the same. */
async function store(
  deps: PictureDeps,
  companyId: CompanyId,
  before: KnownPicture | undefined,
  look: Look | undefined,
): Promise<Pick<KnownPicture, 'key' | 'hash'>> {
  if (!look) return { key: '', hash: '' }
  const hash = hashOf(look.bytes)
  if (before && before.hash === hash) return { key: before.key, hash }
  const now = deps.clock.now()
  const key = mediaKey({ companyId, mimeType: look.mimeType, token: deps.ids.token(16), now })
  await deps.pendingBlobs.expect(companyId, [key])
  await deps.blobs.put(key, look.bytes)
  return { key, hash }
}

/**
 * Key of somebody's profile picture as it was at some time of the last 24 hours; '' when there is none, it is hidden, or it
 * is not an image of at most 1 MB. The network is asked once a day at most, for a picture and for its absence.
 * @param number digits, or the jid of a group or of somebody known by it alone.
 * @throws {AppError} ERR_UNAVAILABLE when nothing fresh is known and the connection is not connected, ERR_WAPP_DOWNLOAD_MEDIA
 */
export async function fetchPicture(
  deps: PictureDeps,
  connection: Connection,
  number: string,
): Promise<string> {
  const { companyId, id } = connection
  const jid = number.includes('@') ? number : jidOfNumber(number)
  const before = await deps.db.withTenant(companyId, (tx) => deps.pictures.find(tx, companyId, id, jid))
  const askedAt = deps.clock.now()
  if (before && askedAt.getTime() - before.askedAt.getTime() < LIFETIME_MS) return before.key
  const stored = await store(deps, companyId, before, await look(deps, connection, jid))
  const replaced = before && before.key !== stored.key ? before.key : ''
  const isNew = stored.key !== '' && stored.key !== before?.key
  await deps.db.withTenant(companyId, async (tx) => {
    if (isNew) await deps.pendingBlobs.claim(tx, companyId, [stored.key])
    await deps.pictures.save(tx, companyId, id, { jid, ...stored, staleKey: replaced, askedAt })
  })
  if (before && before.staleKey !== '') await deps.blobs.delete(before.staleKey)
  return stored.key
}
