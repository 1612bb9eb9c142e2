import type { MessageId } from '@balcao/contracts'
import type { MessageSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { assertOpen } from '../tickets'
import { lockMessage, type LockedMessage } from './lock-message'
import { changedAt, type Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { messageChanged, reactionRequested } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { BY_US, withReaction, type StoredReaction } from './reaction'

/** Writes a message's reactions and announces it. Nothing about its ticket moves: a reaction is no message. */
export async function saveReactions(
  deps: MessageDeps,
  tx: Tx,
  { ticket, message }: LockedMessage,
  reactions: readonly StoredReaction[],
  document: MessageDocument | undefined,
): Promise<MessageSnapshot> {
  const changed = { ...message, reactions, updatedAt: changedAt(message, deps.clock.now()) }
  await deps.messages.save(tx, changed)
  const snapshot = messageSnapshot(changed, document, ticket.contactId)
  await deps.events.append(tx, [messageChanged(deps, snapshot, ticket)])
  return snapshot
}

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
    await deps.events.append(tx, [reactionRequested(deps, home.message, emoji)])
    return snapshot
  })
}
