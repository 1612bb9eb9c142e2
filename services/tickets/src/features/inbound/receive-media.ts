import type { DeskEvent, Media, MessageMediaArrived, MessageMediaWaitChanged } from '@balcao/contracts/wire'
import { cleanText } from '@balcao/kernel'

import { signals } from '../../signals'
import {
  followDocument,
  lockTicketAndMessage,
  parseMediaWait,
  toWaIdentity,
  type Message,
  type MessageDeps,
  type MessageDocument,
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
  if (media && !(await deps.documents.attach(companyId, id, media))) return undefined
  return (await deps.documents.get(companyId, [id])).get(id)
}

/** The file of a message that came without it, or the news that it cannot be fetched. */
export async function receiveMedia(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageMediaArrived,
): Promise<void> {
  const { companyId } = event
  const media = value.media && { ...value.media, name: cleanText(value.media.name) }
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.findByIdentity(tx, companyId, toWaIdentity(value)),
  )
  const document = known && !known.deleted ? await documentWith(deps, known, media) : undefined
  if (!known || !document) return discard(deps, event, media)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const locked = await lockTicketAndMessage(deps, tx, companyId, known)
    if (!locked || locked.message.deleted || locked.message.mediaState === '') return
    const as = media
      ? { kind: value.kind || locked.message.kind, mediaState: '' as const, mediaWait: undefined }
      : { mediaState: 'gone' as const, mediaWait: undefined }
    await followDocument(deps, tx, locked, { as, document, now: deps.clock.now() })
  })
}

/** A pending file waits for something else than before. */
export async function receiveMediaWait(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageMediaWaitChanged,
): Promise<void> {
  const { companyId } = event
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.findByIdentity(tx, companyId, toWaIdentity(value)),
  )
  const document = known && !known.deleted ? await documentWith(deps, known, undefined) : undefined
  if (!known || !document) return discard(deps, event, undefined)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const locked = await lockTicketAndMessage(deps, tx, companyId, known)
    if (!locked || locked.message.deleted || locked.message.mediaState !== 'pending') return
    const as = { mediaWait: parseMediaWait(value.mediaWait) }
    await followDocument(deps, tx, locked, { as, document, now: deps.clock.now() })
  })
}
