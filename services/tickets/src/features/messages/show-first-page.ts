import { messageId } from '@balcao/contracts'
import type { DeskEvent, OutboundPageDrawn } from '@balcao/contracts/wire'

import { ACKS_GROUP } from './apply-ack'
import { illustrateFile } from './document-changes'
import { followDocument } from './follow-document'
import { lockTicketAndMessage } from './lock-message'
import type { MessageDeps } from './message-deps'

/** The gateway drew the first page of a PDF that we send. Messages that are deleted by now, or have a page, stay as they are. */
export async function showFirstPage(
  deps: MessageDeps,
  event: DeskEvent,
  drawn: OutboundPageDrawn,
): Promise<void> {
  const { companyId } = event
  const id = messageId(drawn.messageId)
  const document = await deps.documents.change(companyId, id, illustrateFile(drawn.thumbnail))
  if (document?.media?.thumbnail !== drawn.thumbnail) return
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, ACKS_GROUP, event.eventId))) return
    const known = await deps.messages.find(tx, companyId, id)
    const locked = known && (await lockTicketAndMessage(deps, tx, companyId, known))
    if (!locked || locked.message.deleted) return
    await followDocument(deps, tx, locked, { as: {}, document, now: deps.clock.now() })
  })
}
