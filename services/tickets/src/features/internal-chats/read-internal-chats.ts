import type { ChatId } from '@balcao/contracts'
import { PAGE_SIZES, readPage, type CountedPage, type Session } from '@balcao/kernel'

import { markRead, requireMember, type InternalChat, type InternalMessage } from './internal-chat'
import type { InternalChatDeps } from './internal-chat-deps'
import { chatRead } from './internal-chat-events'

type Deps = Pick<InternalChatDeps, 'db' | 'internalChats'>

/** The chats that the caller is in, the last used first, 20 a page. */
export function listInternalChats(
  deps: Deps,
  session: Session,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<CountedPage<InternalChat>> {
  return readPage({ pageNumber }, (slice) =>
    deps.db.withTenant(session.companyId, (tx) => deps.internalChats.page(tx, session, searchParam, slice)),
  )
}

/** One that the caller is in. @throws {AppError} ERR_NO_CHAT_FOUND */
export const readInternalChat = (
  deps: Deps,
  { companyId, userId }: Session,
  by: { id: ChatId } | { uuid: string },
): Promise<InternalChat> =>
  deps.db.withTenant(companyId, async (tx) => {
    const found =
      'id' in by
        ? deps.internalChats.find(tx, companyId, by.id)
        : deps.internalChats.findByUuid(tx, companyId, by.uuid)
    return requireMember(await found, userId)
  })

/** The newest page first, oldest to newest inside it. @throws {AppError} ERR_NO_CHAT_FOUND */
export const listInternalMessages = (
  deps: Deps,
  { companyId, userId }: Session,
  id: ChatId,
  { pageNumber, before }: { pageNumber: number; before: number | undefined },
): Promise<{ messages: InternalMessage[]; hasMore: boolean }> =>
  deps.db.withTenant(companyId, async (tx) => {
    const { messageSeq } = requireMember(await deps.internalChats.find(tx, companyId, id), userId)
    // `seq` has no gaps but before the oldest message, where retention erases: a page number is a place in it.
    const first = before ?? messageSeq - (pageNumber - 1) * PAGE_SIZES.other + 1
    const found = await deps.internalChats.listMessages(tx, companyId, id, {
      before: first,
      limit: PAGE_SIZES.other + 1,
    })
    const messages = found.slice(0, PAGE_SIZES.other)
    return { messages: messages.toReversed(), hasMore: messages.length < found.length }
  })

/** The caller has read everything; changes nothing when it had. @throws {AppError} ERR_NO_CHAT_FOUND */
export const markInternalChatRead = (
  deps: InternalChatDeps,
  { companyId, userId }: Session,
  id: ChatId,
): Promise<InternalChat> =>
  deps.db.withTenant(companyId, async (tx) => {
    const chat = requireMember(await deps.internalChats.lock(tx, companyId, id), userId)
    const read = markRead(chat, userId)
    if (read === chat) return chat
    await deps.internalChats.save(tx, read)
    await deps.events.append(tx, [chatRead(deps, read, userId)])
    return read
  })
