import type { DeskEvent, MessageRevised } from '@balcao/contracts/wire'
import { cleanText } from '@balcao/kernel'

import {
  followDocument,
  lockTicketAndMessage,
  retractMessage,
  reviseBody,
  toWaIdentity,
  type MessageDeps,
} from '../messages'
import { INBOUND_GROUP } from './receive-message'

/**
 * The customer edited or deleted a message. Only a message of that very chat and participant is touched; one that is not
 * there, or gone already, is ignored.
 */
export async function reviseMessage(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageRevised,
): Promise<void> {
  const { companyId } = event
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.findByIdentity(tx, companyId, toWaIdentity(value), value.otherJids),
  )
  if (!known || known.deleted) return
  const before = (await deps.documents.get(companyId, [known.id])).get(known.id)
  const body = cleanText(value.body)
  if (!value.deleted) await deps.documents.change(companyId, known.id, reviseBody(body, deps.clock.now()))
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return
    const locked = await lockTicketAndMessage(deps, tx, companyId, known)
    if (!locked || locked.message.deleted) return
    const now = deps.clock.now()
    if (value.deleted) await retractMessage(deps, tx, locked, { document: before, now })
    else if (before)
      await followDocument(deps, tx, locked, { as: { edited: true }, document: { ...before, body }, now })
  })
}
