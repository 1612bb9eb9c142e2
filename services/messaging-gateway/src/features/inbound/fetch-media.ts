import type { CompanyId, ConnectionId, MessageKind } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMedia, InboundMessage } from '../whatsapp-driver'
import { nextFetchAt, type MediaTimes } from './media-fetch'
import type { MediaFetchStore } from './media-fetch.store'
import { storeMedia, type IncomingFile, type MediaDeps } from './store-media'
import type { MediaReferenceCipher } from './media-reference-cipher'

export interface FetchDeps extends MediaDeps {
  mediaFetches: MediaFetchStore
  tickets: MediaReferenceCipher
  mediaTimes: MediaTimes
  /** From 0 to 1. */
  chance(): number
}

export interface Fetched {
  media: Media | undefined
  kind: MessageKind
  /** The file is tried again later. */
  isPending: boolean
}

export const keysOf = ({ media }: Fetched): string[] => (media ? [media.key] : [])

interface Place {
  companyId: CompanyId
  connectionId: ConnectionId
}

/** What a file that we do not have is shown as. */
const withoutFile: Fetched = { media: undefined, kind: 'unsupported', isPending: false }

const isDownloadFailure = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_WAPP_DOWNLOAD_MEDIA'

/**
 * The message's file in our store, as far as it can be had within the time a chat may wait. One beyond our limit is
 * never taken; one that the network does not give now stays pending when it left a ticket.
 * @throws what our own store throws: then the message is delivered again.
 */
export async function fetchNow(
  deps: FetchDeps,
  place: Place,
  { media, kind }: Pick<InboundMessage, 'media' | 'kind'>,
): Promise<Fetched> {
  if (!media) return { media: undefined, kind, isPending: false }
  try {
    if (media.sizeBytes > deps.maxMediaBytes) throw new AppError('ERR_MEDIA_TOO_LARGE')
    const stored = await storeMedia(deps, place.companyId, media, {
      claimedKind: kind,
      signal: AbortSignal.timeout(deps.mediaTimes.inlineMs),
    })
    return { ...stored, isPending: false }
  } catch (error) {
    if (isTooLarge(error)) return tooLarge(place)
    if (!isDownloadFailure(error)) throw error
    signals.mediaNotFetched(place)
    return hasTicket(media) ? { media: undefined, kind, isPending: true } : withoutFile
  }
}

/** A later try, by whichever session of the connection is open. Answers `again` when the network does not give it now. */
export async function fetchLater(
  deps: FetchDeps,
  place: Place,
  file: IncomingFile,
  { claimedKind, signal }: { claimedKind: MessageKind; signal: AbortSignal },
): Promise<Fetched | 'again'> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(deps.mediaTimes.laterMs)])
  try {
    const stored = await storeMedia(deps, place.companyId, file, { claimedKind, signal: patience })
    return { ...stored, isPending: false }
  } catch (error) {
    if (isTooLarge(error)) return tooLarge(place)
    if (!isDownloadFailure(error)) throw error
    signals.mediaNotFetched(place)
    return 'again'
  }
}

/** Puts the file of a message that is being recorded on the list of those to fetch. */
export async function keepForLater(
  deps: FetchDeps,
  tx: Tx,
  { companyId, connectionId }: Place,
  message: InboundMessage,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<void> {
  const { media, remoteJid, participant, fromMe, waId, kind } = message
  const now = deps.clock.now()
  const nextAt = nextFetchAt(1, now, deps.chance(), deps.mediaTimes)
  if (!media || !nextAt) return
  const { name, durationSeconds } = media
  const ticket = deps.tickets.seal(companyId, id, media.reference)
  const identity = { remoteJid, participant, fromMe, waId }
  const fetch = { id, identity, conversationId, kind, name, durationSeconds, ticket, tries: 1 }
  await deps.mediaFetches.insert(tx, companyId, connectionId, fetch, nextAt)
}

const hasTicket = ({ reference: ticket }: InboundMedia): boolean => ticket !== undefined && ticket !== null

const isTooLarge = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_MEDIA_TOO_LARGE'

/* A file beyond our limit must not keep its chat waiting for ever: the message is recorded without it. */
function tooLarge(place: Place): Fetched {
  signals.mediaTooLarge(place)
  return withoutFile
}
