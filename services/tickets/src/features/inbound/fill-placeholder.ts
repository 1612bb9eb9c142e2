import { isPlaceholder, type CompanyId } from '@balcao/contracts'
import type { DeskEvent, MessageReceived } from '@balcao/contracts/wire'

import { signals } from '../../signals'
import {
  followDocument,
  lockTicketAndMessage,
  toWaIdentity,
  type Message,
  type MessageDeps,
  type MessageDocument,
} from '../messages'
import { buildDocument, INBOUND_GROUP, findQuoted } from './receive-message'

/* Deletes the file of an unknown message or of one that has its content already; a repeat names the file that is shown. */
async function discard(
  deps: MessageDeps,
  { companyId }: DeskEvent,
  known: Message | undefined,
  { media }: MessageReceived,
): Promise<void> {
  signals.inboundIgnored({ companyId, what: 'content' })
  if (!media) return
  const shown = known && (await lookUpQuote(deps, companyId, known))
  if (shown?.media?.key !== media.key) await deps.blobs.delete(media.key)
}

const lookUpQuote = async (
  deps: MessageDeps,
  companyId: CompanyId,
  { id }: Message,
): Promise<MessageDocument | undefined> => (await deps.documents.get(companyId, [id])).get(id)

/* A message edited while it waited keeps the edit's text. */
async function mergeEdit(
  deps: MessageDeps,
  event: DeskEvent,
  known: Message,
  value: MessageReceived,
): Promise<MessageDocument> {
  const before = await lookUpQuote(deps, event.companyId, known)
  const content = buildDocument(event, value, await findQuoted(deps, event.companyId, value))
  return {
    ...content,
    id: known.id,
    body: known.edited && before ? before.body : content.body,
    senderName: content.senderName || (before?.senderName ?? ''),
  }
}

/**
 * A message that came without its content has it now, in its place, or the news that only the phone shows it. The document
 * first, then one transaction that claims the event. A message that has content already is not changed.
 */
export async function fillPlaceholder(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageReceived,
): Promise<void> {
  const { companyId } = event
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.findByIdentity(tx, companyId, toWaIdentity(value)),
  )
  if (!known || known.deleted || !isPlaceholder(known.kind)) return discard(deps, event, known, value)
  const document = await mergeEdit(deps, event, known, value)
  await deps.documents.fill(companyId, document)
  const isDeleted = await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return false
    const locked = await lockTicketAndMessage(deps, tx, companyId, known)
    if (!locked || locked.message.deleted) return true
    if (!isPlaceholder(locked.message.kind)) return false
    const mediaState = value.mediaPending ? ('pending' as const) : ('' as const)
    const as = { kind: value.kind, marks: value.marks, mediaState }
    await followDocument(deps, tx, locked, { as, document, now: deps.clock.now() })
    return false
  })
  // Deleted between the two steps: its document was erased before it was filled.
  if (isDeleted) await deps.documents.erase(companyId, [known.id])
}
