import type { MessageId } from '@balcao/contracts'
import type { MessageSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import { assertOpen } from '../tickets'
import { lockMessage } from './lock-message'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import { reactionRequested } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { BY_US, withReaction } from './reaction'
import { saveReactions } from './save-reactions'

const isOnTheNetwork = ({ kind, deleted, ack }: Pick<Message, 'kind' | 'deleted' | 'ack'>): boolean =>
  !deleted && ack !== -1 && kind !== 'call_log'

/**
 * Puts our number's emoji to a message ('' takes it back) and asks the gateway to show it to the customer. A repeat asks
 * nothing.
 * @throws {AppError} ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_SENDING_WAPP_MSG unless the ticket is open and the
 * message is one the customer has.
 */
export async function reactToMessage(
  deps: MessageDeps,
  session: Session,
  id: MessageId,
  emoji: string,
): Promise<MessageSnapshot> {
  const document = (await deps.documents.get(session.companyId, [id])).get(id)
  return deps.db.withTenant(session.companyId, async (tx) => {
    const home = await lockMessage(deps, tx, session, id)
    assertOpen(home.ticket)
    if (!isOnTheNetwork(home.message)) throw new AppError('ERR_SENDING_WAPP_MSG')
    const ours = home.message.reactions.find(({ by }) => by === BY_US)
    // Never older than what it replaces, should the phone's clock be ahead of ours.
    const at = Math.max(deps.clock.now().getTime(), ours?.at ?? 0)
    const reactions = withReaction(home.message.reactions, { by: BY_US, emoji, name: '', at })
    if (!reactions) return messageSnapshot(home.message, document, home.ticket.contactId)
    const snapshot = await saveReactions(deps, tx, home, reactions, document)
    const requestId = deps.ids.next()
    await deps.messages.noteRequest(
      tx,
      session.companyId,
      { id: requestId, messageId: id, kind: 'reaction', asked: emoji },
      deps.clock.now(),
    )
    await deps.events.append(tx, [reactionRequested(deps, home.message, { requestId, emoji })])
    return snapshot
  })
}
