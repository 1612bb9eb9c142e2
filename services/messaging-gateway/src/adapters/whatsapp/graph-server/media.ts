import { createHash, randomBytes } from 'node:crypto'
import { isRecord } from '@balcao/kernel'

import type { Json } from './fields'
import { GraphError } from './graph-error'
import { headerFileOf } from './kinds/interactive'
import { isOfType, MEDIA_TYPES } from './media-types'
import type { GraphNetwork } from './network'

export interface Media {
  id: string
  phoneNumberId: string
  mimeType: string
  content: Buffer
  sha256: Buffer
  expiresAtMs: number
}

export interface MediaUrl {
  mediaId: string
  expiresAtMs: number
}

/** Keeps a file of a number. @param keptMs 30 days for uploads, 7 for what customers send. */
export function storeMedia(
  network: GraphNetwork,
  phoneNumberId: string,
  file: { mimeType: string; content: Buffer },
  keptMs: number,
): Media {
  const media: Media = {
    id: network.newId(),
    phoneNumberId,
    ...file,
    sha256: createHash('sha256').update(file.content).digest(),
    expiresAtMs: network.nowMs() + keptMs,
  }
  network.media.set(media.id, media)
  return media
}

/** The file, unless its id has expired. */
export function findMedia(network: GraphNetwork, id: string): Media | undefined {
  const media = network.media.get(id)
  return media && media.expiresAtMs > network.nowMs() ? media : undefined
}

/** A new address of the file, valid for five minutes and with a token. */
export function createMediaUrl(network: GraphNetwork, { id }: Media): string {
  const hash = randomBytes(12).toString('base64url')
  const expiresAtMs = network.nowMs() + network.settings.mediaUrlMs
  network.mediaUrls.set(hash, { mediaId: id, expiresAtMs })
  const url = new URL('/whatsapp_business/attachments/', network.origin)
  url.searchParams.set('mid', id)
  url.searchParams.set('ext', String(Math.floor(expiresAtMs / 1_000)))
  url.searchParams.set('hash', hash)
  return url.href
}

/** The files that a message names. */
export function listFiles(kind: string, body: Json): { kind: string; file: Json }[] {
  const content = body[kind]
  if (!isRecord(content)) return []
  if (kind === 'interactive') return [headerFileOf(content)].filter((one) => one !== undefined)
  const isFile = Object.values(MEDIA_TYPES).some((type) => type.kind === kind)
  return isFile ? [{ kind, file: content }] : []
}

/**
 * What delivery fails with because of a file, or undefined.
 * @throws {GraphError} 131009 for an id that is unknown, has expired, or belongs to another kind or account. Meta documents no code.
 */
export function checkFiles(
  network: GraphNetwork,
  accountId: string,
  files: { kind: string; file: Json }[],
): number | undefined {
  return files.map((one) => checkFile(network, accountId, one)).find((code) => code !== undefined)
}

function checkFile(
  network: GraphNetwork,
  accountId: string,
  { kind, file }: { kind: string; file: Json },
): number | undefined {
  const { id, link } = file
  // Links are not fetched: a test says which ones cannot be.
  if (typeof link === 'string') return network.brokenLinks.has(link) ? 131053 : undefined
  const media = findMedia(network, String(id))
  if (!media || network.number(media.phoneNumberId).accountId !== accountId)
    throw new GraphError(131009, { details: `Media with ID ${String(id)} does not exist or has expired.` })
  const type = MEDIA_TYPES[media.mimeType]
  // Every file may be sent as a document.
  if (kind !== 'document' && type?.kind !== kind)
    throw new GraphError(131009, { details: `Media type ${media.mimeType} is not supported for ${kind}.` })
  return isOfType(media.mimeType, media.content) ? undefined : 131053
}
