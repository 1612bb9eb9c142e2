import type { ChatId, UserId } from '@balcao/contracts'
import type { Session, Tx } from '@balcao/kernel'

import { addMessage, requireMember, type InternalChat, type InternalMessage } from './internal-chat'
import type { InternalChatDeps } from './internal-chat-deps'
import { messageAppended } from './internal-chat-events'

export interface InternalDraft {
  message: string
  /** Chosen by the sender: a repeat is the same message. */
  clientId: string | undefined
}

const findRepeated = (
  { internalChats }: InternalChatDeps,
  tx: Tx,
  { companyId, id }: InternalChat,
  { userId, clientId }: { userId: UserId; clientId: string | undefined },
): Promise<InternalMessage | undefined> =>
  clientId === undefined
    ? Promise.resolve(undefined)
    : internalChats.findByClientId(tx, { companyId, chatId: id, senderId: userId, clientId })

/**
 * The stored message. One transaction under the chat's lock: message, unread counts, event. Idempotent by `clientId`.
 * @throws {AppError} ERR_NO_CHAT_FOUND
 */
export const sendInternalMessage = (
  deps: InternalChatDeps,
  session: Session,
  id: ChatId,
  { message: text, clientId }: InternalDraft,
): Promise<InternalMessage> =>
  deps.db.withTenant(session.companyId, async (tx) => {
    const locked = await deps.internalChats.lock(tx, session.companyId, id)
    const chat = requireMember(locked, session.userId)
    const repeated = await findRepeated(deps, tx, chat, { userId: session.userId, clientId })
    if (repeated) return repeated
    const message: InternalMessage = {
      id: deps.ids.next(),
      companyId: session.companyId,
      chatId: id,
      seq: chat.messageSeq + 1,
      sender: { id: session.userId, name: session.name },
      message: text,
      clientId: clientId ?? null,
      createdAt: deps.clock.now(),
    }
    const after = addMessage(chat, message)
    await deps.internalChats.insertMessage(tx, message)
    await deps.internalChats.save(tx, after)
    await deps.events.append(tx, [messageAppended(deps, after, message)])
    return message
  })
