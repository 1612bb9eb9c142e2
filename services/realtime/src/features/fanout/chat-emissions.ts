import { chatEventMessage, chatView, type DeskEvent, type InternalChatSnapshot } from '@balcao/contracts/wire'

import { buildEmission, chooseAction, requireField, type Emission } from './emission'

const memberIds = ({ members }: InternalChatSnapshot): number[] => members.map(({ user }) => user?.id ?? 0)

export function internalChatChanged({ companyId, body }: DeskEvent<'internalChatChanged'>): Emission[] {
  const { formerUserIds } = body.value
  const chat = requireField(body.value.chat, 'chat')
  const to = { companyId, userIds: memberIds(chat) }
  const main = buildEmission(to, {
    channel: 'chat',
    action: chooseAction(body.value),
    payload: () => ({ record: chatView(chat) }),
  })
  if (formerUserIds.length === 0) return [main]
  const former = { companyId, userIds: formerUserIds }
  const gone = buildEmission(former, {
    channel: 'chat',
    action: 'delete',
    payload: () => ({ id: chat.id, uuid: chat.uuid }),
  })
  return [{ ...gone, part: 'gone' }, main]
}

export function internalChatDeleted({ companyId, body }: DeskEvent<'internalChatDeleted'>): Emission {
  const { chatId: id, uuid, userIds } = body.value
  const to = { companyId, userIds }
  return buildEmission(to, { channel: 'chat', action: 'delete', payload: () => ({ id, uuid }) })
}

export function internalChatRead({ companyId, body }: DeskEvent<'internalChatRead'>): Emission {
  const { chatId: id, userId, memberIds: userIds, chat } = body.value
  const to = { companyId, userIds }
  return buildEmission(to, {
    channel: 'chat',
    action: 'read',
    payload: () => ({ id, userId, ...(chat && { chat: chatView(chat) }) }),
  })
}

export function internalChatMessageAppended({
  companyId,
  body,
}: DeskEvent<'internalChatMessageAppended'>): Emission {
  const chat = requireField(body.value.chat, 'chat')
  const message = requireField(body.value.message, 'message')
  const to = { companyId, userIds: memberIds(chat) }
  return buildEmission(to, {
    channel: 'chat',
    action: 'new-message',
    payload: () => ({ newMessage: chatEventMessage(message, chat), chat: chatView(chat) }),
  })
}
