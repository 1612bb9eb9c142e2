import { createHash } from 'node:crypto'

import type { CompanyId } from '@balcao/contracts'
import type { DeskEvent } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { ACKS_GROUP } from './apply-ack'
import { reviseBody } from './document-changes'
import { followDocument } from './follow-document'
import { lockTicketAndMessage, type LockedMessage } from './lock-message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import type { MessageRequest } from './message.store'
import { BY_US, applyReaction } from './reaction'
import { saveReactions } from './save-reactions'

/** Identifies a text without storing it. */
export const digestText = (text: string): string => createHash('sha256').update(text).digest('hex')

/* Former texts of the message, without the refused edit's. */
const wasShown = ({ earlier = [] }: MessageDocument, { digest }: MessageRequest): string[] =>
  earlier.map(({ body }) => body).filter((body) => digestText(body) !== digest)

async function revertDocument(
  deps: MessageDeps,
  companyId: CompanyId,
  request: MessageRequest,
): Promise<MessageDocument | undefined> {
  const document = (await deps.documents.get(companyId, [request.messageId])).get(request.messageId)
  const before = document && wasShown(document, request).at(-1)
  // Edited again since: then this refusal changes nothing.
  if (!document || request.kind !== 'edit' || digestText(document.body) !== request.digest) return document
  if (before === undefined) return document
  await deps.documents.change(companyId, request.messageId, reviseBody(before, deps.clock.now()))
  return { ...document, body: before }
}

async function revertReaction(
  deps: MessageDeps,
  tx: Tx,
  locked: LockedMessage,
  { request, document }: { request: MessageRequest; document: MessageDocument | undefined },
): Promise<void> {
  const ours = locked.message.reactions.find(({ by }) => by === BY_US)
  if (!ours || ours.emoji === '' || ours.emoji !== request.digest) return
  const at = Math.max(deps.clock.now().getTime(), ours.at)
  const reactions = applyReaction(locked.message.reactions, { ...ours, emoji: '', at })
  if (reactions) await saveReactions(deps, tx, locked, { reactions, document })
}

/**
 * The network refused an edit or a reaction: the message says again what the customer sees. A reaction that could not be
 * taken back is not put again. @returns false when this id is no request of ours.
 */
export async function revertRequest(deps: MessageDeps, event: DeskEvent, id: string): Promise<boolean> {
  const { companyId } = event
  const request = await deps.db.withTenant(companyId, (tx) => deps.messages.findRequest(tx, companyId, id))
  if (!request) return false
  const document = await revertDocument(deps, companyId, request)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, ACKS_GROUP, event.eventId))) return
    await deps.messages.forgetRequest(tx, companyId, id)
    const message = await deps.messages.find(tx, companyId, request.messageId)
    const locked = message && (await lockTicketAndMessage(deps, tx, companyId, message))
    if (!locked || locked.message.deleted) return
    if (request.kind === 'reaction') return revertReaction(deps, tx, locked, { request, document })
    if (!document) return
    const edited = wasShown(document, request).length > 1
    await followDocument(deps, tx, locked, { as: { edited }, document, now: deps.clock.now() })
  })
  return true
}
