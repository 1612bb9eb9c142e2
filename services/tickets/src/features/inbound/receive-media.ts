import { parseMediaWait } from '@balcao/contracts'
import type { DeskEvent, Media, MessageMediaArrived, MessageMediaWaitChanged } from '@balcao/contracts/wire'
import { cleanText } from '@balcao/kernel'

import { signals } from '../../signals'
import {
  attachFile,
  followDocument,
  lockTicketAndMessage,
  toWaIdentity,
  type Message,
  type MessageDeps,
  type MessageDocument,
  type WaIdentity,
} from '../messages'
import { INBOUND_GROUP } from './receive-message'

/* The message has a file already, or is deleted: this file would never be shown or erased. */
async function discard(deps: MessageDeps, event: DeskEvent, media: Media | undefined): Promise<void> {
  signals.inboundIgnored({ companyId: event.companyId, what: 'media' })
  if (media) await deps.blobs.delete(media.key)
}

async function documentWith(
  deps: MessageDeps,
  { companyId, id }: Message,
  media: Media | undefined,
): Promise<MessageDocument | undefined> {
  if (!media) return (await deps.documents.get(companyId, [id])).get(id)
  const document = await deps.documents.change(companyId, id, attachFile(media))
  return document?.media?.key === media.key ? document : undefined
}

type MediaChange = Partial<Pick<Message, 'kind' | 'mediaState' | 'mediaWait'>>

/* Changes a message that came without its file; `change` answers undefined where the locked message needs none. */
async function followMedia(
  deps: MessageDeps,
  event: DeskEvent,
  { identity, media }: { identity: WaIdentity; media?: Media | undefined },
  change: (message: Message) => MediaChange | undefined,
): Promise<void> {
  const { companyId } = event
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.findByIdentity(tx, companyId, identity),
  )
  const document = known && !known.deleted ? await documentWith(deps, known, media) : undefined
  if (!known || !document) return discard(deps, event, media)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const locked = await lockTicketAndMessage(deps, tx, companyId, known)
    const as = locked && !locked.message.deleted ? change(locked.message) : undefined
    if (locked && as) await followDocument(deps, tx, locked, { as, document, now: deps.clock.now() })
  })
}

/** The file of a message that came without it, or the news that it cannot be fetched. */
export function receiveMedia(deps: MessageDeps, event: DeskEvent, value: MessageMediaArrived): Promise<void> {
  const media = value.media && { ...value.media, name: cleanText(value.media.name) }
  return followMedia(deps, event, { identity: toWaIdentity(value), media }, ({ kind, mediaState }) => {
    if (mediaState === '') return undefined
    return media
      ? { kind: value.kind || kind, mediaState: '', mediaWait: undefined }
      : { mediaState: 'gone', mediaWait: undefined }
  })
}

/** A pending file waits for something else than before. */
export const receiveMediaWait = (
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageMediaWaitChanged,
): Promise<void> =>
  followMedia(deps, event, { identity: toWaIdentity(value) }, ({ mediaState }) =>
    mediaState === 'pending' ? { mediaWait: parseMediaWait(value.mediaWait) } : undefined,
  )
