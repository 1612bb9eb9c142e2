import type { UserId } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type DeskEvent,
  type InternalChatMessage,
  type InternalChatSnapshot,
} from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { InternalChat, InternalMessage } from './internal-chat'

interface Stamp {
  ids: Ids
  clock: Clock
}

export const toChatSnapshot = ({ members, lastSender, ...chat }: InternalChat): InternalChatSnapshot => ({
  id: chat.id,
  companyId: chat.companyId,
  uuid: chat.uuid,
  title: chat.title,
  ownerId: chat.ownerId,
  members: members.map(({ id, name, unreads }) => ({ user: { id, name }, unreads })),
  lastMessage: chat.lastMessage,
  ...(lastSender && { lastSender }),
  createdAt: chat.createdAt,
  updatedAt: chat.updatedAt,
})

export const toMessageSnapshot = ({ clientId, ...message }: InternalMessage): InternalChatMessage => ({
  ...message,
  clientId: clientId ?? '',
})

const listUserIds = ({ members }: InternalChat): UserId[] => members.map(({ id }) => id)

/** @param before the chat before the change; undefined for a new one. */
export const chatChanged = (stamp: Stamp, chat: InternalChat, before: InternalChat | undefined): DeskEvent =>
  deskEvent(stamp, orderingKeys.internalChat(chat.companyId, chat.id), 'internalChatChanged', {
    chat: toChatSnapshot(chat),
    created: before === undefined,
    formerUserIds: before ? listUserIds(before).filter((id) => !listUserIds(chat).includes(id)) : [],
  })

export const chatDeleted = (stamp: Stamp, chat: InternalChat): DeskEvent =>
  deskEvent(stamp, orderingKeys.internalChat(chat.companyId, chat.id), 'internalChatDeleted', {
    chatId: chat.id,
    uuid: chat.uuid,
    userIds: listUserIds(chat),
  })

export const chatRead = (stamp: Stamp, chat: InternalChat, userId: UserId): DeskEvent =>
  deskEvent(stamp, orderingKeys.internalChat(chat.companyId, chat.id), 'internalChatRead', {
    chatId: chat.id,
    userId,
    memberIds: listUserIds(chat),
    chat: toChatSnapshot(chat),
  })

export const messageAppended = (stamp: Stamp, chat: InternalChat, message: InternalMessage): DeskEvent =>
  deskEvent(stamp, orderingKeys.internalChat(chat.companyId, chat.id), 'internalChatMessageAppended', {
    message: toMessageSnapshot(message),
    chat: toChatSnapshot(chat),
  })
