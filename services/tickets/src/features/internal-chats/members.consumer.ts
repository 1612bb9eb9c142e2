import { userId } from '@balcao/contracts'
import { isCase, type DeskEvent } from '@balcao/contracts/wire'
import type { Subscription, Tx } from '@balcao/kernel'

import { removeMember, type InternalChat } from './internal-chat'
import type { InternalChatDeps } from './internal-chat-deps'
import { chatChanged, chatDeleted } from './internal-chat-events'

const GROUP = 'tickets.internal-chats'

async function leave(
  deps: InternalChatDeps,
  tx: Tx,
  chat: InternalChat,
  user: ReturnType<typeof userId>,
): Promise<DeskEvent> {
  const rest = removeMember(chat, user)
  if (!rest) {
    await deps.internalChats.delete(tx, chat.companyId, chat.id)
    return chatDeleted(deps, chat)
  }
  await deps.internalChats.save(tx, rest)
  return chatChanged(deps, rest, chat)
}

/** A deleted user leaves every chat; their own pass to another member, or go with the last one. */
export const internalChatMembersConsumer = (deps: InternalChatDeps): Subscription => ({
  group: GROUP,
  topic: 'auth',
  cases: ['userDeleted'],
  handle: async ({ event }) => {
    if (!isCase(event, 'userDeleted')) return
    const gone = userId(event.body.value.userId)
    await deps.db.withTenant(event.companyId, async (tx) => {
      if (!(await deps.inbox.claim(tx, GROUP, event.eventId))) return
      for (const chat of await deps.internalChats.lockByMember(tx, event.companyId, gone))
        await deps.events.append(tx, [await leave(deps, tx, chat, gone)])
    })
  },
})
