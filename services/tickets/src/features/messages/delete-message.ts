import type { MessageId } from '@balcao/contracts'
import type { MessageSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import { requireOffered } from '../connections'
import { lockMessage } from './lock-message'
import type { MessageDeps } from './message-deps'
import { revokeRequested } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { retractMessage } from './retract-message'

/**
 * Deletes an own message for everyone. A repeat answers the deleted message.
 * @throws {AppError} ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_DELETE_WAPP_MSG for what our own number did not write,
 * ERR_WAPP_NOT_OFFERED.
 */
export async function deleteMessage(
  deps: MessageDeps,
  session: Session,
  id: MessageId,
): Promise<MessageSnapshot> {
  const document = (await deps.documents.get(session.companyId, [id])).get(id)
  return deps.db.withTenant(session.companyId, async (tx) => {
    const { ticket, message } = await lockMessage(deps, tx, session, id)
    // WhatsApp revokes only messages of our own number, sent here or typed on the phone.
    if (!message.fromMe) throw new AppError('ERR_DELETE_WAPP_MSG')
    if (message.deleted) return messageSnapshot(message, document, ticket.contactId)
    if (message.ack !== -1) await requireOffered(deps, tx, message, ({ deletes }) => deletes)
    const retracted = await retractMessage(deps, tx, { ticket, message }, { document, now: deps.clock.now() })
    if (message.ack !== -1) await deps.events.append(tx, [revokeRequested(deps, message)])
    return messageSnapshot(retracted, document, ticket.contactId)
  })
}
