import type { ErrorCode, MediaWait, MessageKind } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMedia, InboundMessage } from '../whatsapp-driver'
import { computeNextFetch, type MediaTimes } from './media-times'
import type { ConnectionRef } from './inbound.store'
import type { MediaFetchStore } from './media-fetch.store'
import type { RecordableMessage } from './sanitize-message'
import { storeMedia, type IncomingFile, type MediaDeps } from './store-media'
import type { MediaReferenceCipher } from './media-reference-cipher'

export interface FetchDeps extends MediaDeps {
  mediaFetches: MediaFetchStore
  mediaReferences: MediaReferenceCipher
  mediaTimes: MediaTimes
  /** From 0 to 1. */
  chance(): number
}

export interface Fetched {
  media: Media | undefined
  kind: MessageKind
  /** Why the file is stored later; undefined when it is here, or will never be. */
  wait: MediaWait | undefined
}

/** A message with what became of its file. */
export interface FetchedMessage {
  message: RecordableMessage
  fetched: Fetched
}

export const mediaKeys = ({ media }: Fetched): string[] => (media ? [media.key] : [])

/** The outcome for a file that will not be downloaded. */
const withoutFile: Fetched = { media: undefined, kind: 'unsupported', wait: undefined }

const isDownloadFailure = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_WAPP_DOWNLOAD_MEDIA'

/**
 * Downloads the message's file within `inlineMs`. A file above the limit is never downloaded; one that fails now stays pending
 * when it has a media reference, and so does one that cannot be stored at present.
 * @throws other errors of the blob store: the message is delivered again.
 */
export async function fetchWithinTime(
  deps: FetchDeps,
  connection: ConnectionRef,
  { media, kind }: Pick<InboundMessage, 'media' | 'kind'>,
): Promise<Fetched> {
  if (!media) return { media: undefined, kind, wait: undefined }
  try {
    if (media.sizeBytes > deps.maxMediaBytes) throw new AppError('ERR_MEDIA_TOO_LARGE')
    const stored = await storeMedia(deps, connection.companyId, media, {
      claimedKind: kind,
      signal: AbortSignal.timeout(deps.mediaTimes.inlineMs),
    })
    return { ...stored, wait: undefined }
  } catch (error) {
    if (isTooLarge(error)) return rejectTooLarge(connection)
    if (mustWait(error) && hasReference(media)) noteWait(connection, error)
    else if (isDownloadFailure(error)) signals.mediaNotFetched(connection)
    else throw error
    return hasReference(media)
      ? { media: undefined, kind, wait: findSpaceWait(error) ?? 'retry' }
      : withoutFile
  }
}

/**
 * A later attempt, by any session of the connection. Answers what the file waits for now, or `away` when the store or
 * billing did not answer.
 */
export async function fetchLater(
  deps: FetchDeps,
  connection: ConnectionRef,
  file: IncomingFile,
  { claimedKind, signal }: { claimedKind: MessageKind; signal: AbortSignal },
): Promise<Fetched | MediaWait | 'away'> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(deps.mediaTimes.laterMs)])
  try {
    const stored = await storeMedia(deps, connection.companyId, file, { claimedKind, signal: patience })
    return { ...stored, wait: undefined }
  } catch (error) {
    if (isTooLarge(error)) return rejectTooLarge(connection)
    if (mustWait(error)) {
      noteWait(connection, error)
      return findSpaceWait(error) ?? 'away'
    }
    if (!isDownloadFailure(error)) throw error
    signals.mediaNotFetched(connection)
    return 'retry'
  }
}

/** Schedules the download of a file that waits, in the transaction that records its message. */
export async function scheduleFetch(
  deps: FetchDeps,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  { message, fetched, id, conversationId }: FetchedMessage & { id: string; conversationId: string },
): Promise<void> {
  const { media, remoteJid, participant, fromMe, waId, kind } = message
  const { wait } = fetched
  if (!wait || !media) return
  const now = deps.clock.now()
  const nextAt = computeNextFetch(1, now, deps.chance(), deps.mediaTimes)
  if (!nextAt) return
  const { name, durationSeconds, waveform, thumbnail } = media
  const reference = deps.mediaReferences.seal(companyId, id, media.reference)
  const identity = { remoteJid, participant, fromMe, waId }
  const file = { kind, name, durationSeconds, waveform, thumbnail, reference, wait }
  const fetch = { ...file, id, identity, conversationId, tries: 1, nextAt }
  await deps.mediaFetches.insert(tx, companyId, connectionId, fetch)
}

const hasReference = ({ reference }: InboundMedia): boolean => reference !== undefined && reference !== null

const NO_ANSWER: readonly ErrorCode[] = ['ERR_UNAVAILABLE', 'ERR_DEADLINE']

const spaceWaits: Partial<Record<ErrorCode, MediaWait>> = {
  ERR_MEDIA_QUOTA_REACHED: 'plan',
  ERR_MEDIA_STORE_FULL: 'volume',
}

const findSpaceWait = (error: unknown): MediaWait | undefined =>
  error instanceof AppError ? spaceWaits[error.code] : undefined

/* Nothing is wrong with the file: the volume or the plan has no space, or billing, which counts bytes, or the store does not answer. */
const mustWait = (error: unknown): error is AppError =>
  error instanceof AppError && (findSpaceWait(error) !== undefined || NO_ANSWER.includes(error.code))

function noteWait(connection: ConnectionRef, error: AppError): void {
  if (error.code === 'ERR_MEDIA_STORE_FULL') signals.mediaStoreFull(connection)
  else signals.mediaWaits(connection, error.code)
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'ERR_MEDIA_TOO_LARGE'

/* The message is recorded without the file; retrying would block its chat. */
function rejectTooLarge(connection: ConnectionRef): Fetched {
  signals.mediaTooLarge(connection)
  return withoutFile
}
