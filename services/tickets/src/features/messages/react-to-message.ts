import { isNotice, type MessageId } from '@balcao/contracts'
import type { MessageSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import { requireOffered } from '../connections'
import { assertOpen } from '../tickets'
import { lockMessage } from './lock-message'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import { reactionRequested } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { BY_US, applyReaction } from './reaction'
import { saveReactions } from './save-reactions'

const isOnTheNetwork = ({ kind, deleted, ack }: Pick<Message, 'kind' | 'deleted' | 'ack'>): boolean =>
  !deleted && ack !== -1 && kind !== 'call_log' && !isNotice(kind)

/**
 * Sets our number's reaction to a message ('' removes it) and asks the gateway to show it to the customer. A repeat asks
 * nothing.
 * @throws {AppError} ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_SENDING_WAPP_MSG unless the ticket is open and the
 * message is one the customer has, ERR_WAPP_NOT_OFFERED.
 */
export async function reactToMessage(
  deps: MessageDeps,
  session: Session,
  id: MessageId,
  emoji: string,
): Promise<MessageSnapshot> {
  const document = (await deps.documents.get(session.companyId, [id])).get(id)
  return deps.db.withTenant(session.companyId, async (tx) => {
    const locked = await lockMessage(deps, tx, session, id)
    assertOpen(locked.ticket)
    if (!isOnTheNetwork(locked.message)) throw new AppError('ERR_SENDING_WAPP_MSG')
    await requireOffered(deps, tx, locked.message, ({ reacts }) => reacts)
    const ours = locked.message.reactions.find(({ by }) => by === BY_US)
    // Never older than what it replaces, should the phone's clock be ahead of ours.
    const at = Math.max(deps.clock.now().getTime(), ours?.at ?? 0)
    const reactions = applyReaction(locked.message.reactions, { by: BY_US, emoji, name: '', at })
    if (!reactions) return messageSnapshot(locked.message, document, locked.ticket.contactId)
    const snapshot = await saveReactions(deps, tx, locked, { reactions, document })
    const requestId = deps.ids.next()
    await deps.messages.noteRequest(
      tx,
      session.companyId,
      { id: requestId, messageId: id, kind: 'reaction', digest: emoji },
      deps.clock.now(),
    )
    await deps.events.append(tx, [reactionRequested(deps, locked.message, { requestId, emoji })])
    return snapshot
  })
}
