import type { ChatId, UserId } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { replaceMembers, requireOwner, type InternalChat, type Person } from './internal-chat'
import type { InternalChatDeps } from './internal-chat-deps'
import { chatChanged, chatDeleted } from './internal-chat-events'

export interface ChatDraft {
  title: string
  userIds: readonly UserId[]
}

/* The caller is a member whether named or not. */
async function findPeople(
  { sessions }: InternalChatDeps,
  { companyId, userId, name }: Session,
  userIds: readonly UserId[],
): Promise<Person[]> {
  const others = [...new Set(userIds)].filter((id) => id !== userId)
  const known = await sessions.findUsers(companyId, others)
  if (others.some((id) => !known.get(id)?.active)) throw new AppError('ERR_NO_USER_FOUND')
  return [{ id: userId, name }, ...others.map((id) => ({ id, name: known.get(id)?.name ?? '' }))]
}

/** A new chat of the caller with these users. @throws {AppError} ERR_NO_USER_FOUND for users of no or another company. */
export async function createInternalChat(
  deps: InternalChatDeps,
  session: Session,
  { title, userIds }: ChatDraft,
): Promise<InternalChat> {
  const people = await findPeople(deps, session, userIds)
  const now = deps.clock.now()
  return deps.db.withTenant(session.companyId, async (tx) => {
    const chat = await deps.internalChats.insert(tx, {
      companyId: session.companyId,
      uuid: deps.ids.next(),
      title,
      ownerId: session.userId,
      members: replaceMembers([], people),
      messageSeq: 0,
      lastMessage: '',
      lastSender: null,
      createdAt: now,
      updatedAt: now,
    })
    await deps.events.append(tx, [chatChanged(deps, chat, undefined)])
    return chat
  })
}

/**
 * The chat with what the patch names. Its owner stays a member.
 * @throws {AppError} ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION, ERR_NO_USER_FOUND
 */
export async function updateInternalChat(
  deps: InternalChatDeps,
  session: Session,
  id: ChatId,
  { title, userIds }: Partial<ChatDraft>,
): Promise<InternalChat> {
  const { companyId } = session
  const stored = await deps.db.withTenant(companyId, (tx) => deps.internalChats.find(tx, companyId, id))
  requireOwner(stored, session.userId)
  const people = userIds && (await findPeople(deps, session, userIds))
  return deps.db.withTenant(companyId, async (tx) => {
    const before = requireOwner(await deps.internalChats.lock(tx, companyId, id), session.userId)
    const members = people ? replaceMembers(before.members, people) : before.members
    const after = { ...before, title: title ?? before.title, members }
    if (after.title === before.title && isSameMembers(before, after)) return before
    const changed = { ...after, updatedAt: deps.clock.now() }
    await deps.internalChats.save(tx, changed)
    await deps.events.append(tx, [chatChanged(deps, changed, before)])
    return changed
  })
}

const isSameMembers = (one: InternalChat, other: InternalChat): boolean =>
  one.members.map(({ id }) => id).join() === other.members.map(({ id }) => id).join()

/** Deletes a chat of the caller with its messages. @throws {AppError} ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION */
export async function deleteInternalChat(
  deps: InternalChatDeps,
  { companyId, userId }: Session,
  id: ChatId,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    const chat = requireOwner(await deps.internalChats.lock(tx, companyId, id), userId)
    await deps.internalChats.delete(tx, companyId, id)
    await deps.events.append(tx, [chatDeleted(deps, chat)])
  })
}
