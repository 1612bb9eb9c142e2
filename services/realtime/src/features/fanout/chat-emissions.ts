import { userId, type CompanyId } from '@balcao/contracts'
import { chatEventMessage, chatView, type DeskEvent, type InternalChatSnapshot } from '@balcao/contracts/wire'

import type { Emission } from './emission'
import { rooms, type Room } from './rooms'

/* Internal chats are heard in the rooms of their members, never in the company's. */

const toRooms = (companyId: CompanyId, ids: readonly number[]): Room[] =>
  ids.map((id) => rooms.user(companyId, userId(id)))

const memberIds = ({ members }: InternalChatSnapshot): number[] => members.map(({ user }) => user?.id ?? 0)

const toMembers = (
  companyId: CompanyId,
  ids: readonly number[],
  frame: NonNullable<Emission['frame']>,
): Emission => ({ part: 'main', audience: toRooms(companyId, ids), except: [], frame })

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an event without its snapshot')
  return value
}

export function internalChatChanged({ companyId, body }: DeskEvent<'internalChatChanged'>): Emission[] {
  const { created, formerUserIds } = body.value
  const chat = present(body.value.chat)
  const main = toMembers(companyId, memberIds(chat), () => ({
    channel: 'chat',
    payload: { action: created ? 'create' : 'update', record: chatView(chat) },
  }))
  if (formerUserIds.length === 0) return [main]
  const gone: Emission = {
    part: 'gone',
    audience: toRooms(companyId, formerUserIds),
    except: [],
    frame: () => ({ channel: 'chat', payload: { action: 'delete', id: chat.id, uuid: chat.uuid } }),
  }
  return [gone, main]
}

export const internalChatDeleted = ({ companyId, body }: DeskEvent<'internalChatDeleted'>): Emission[] => {
  const { chatId, uuid, userIds } = body.value
  return [
    toMembers(companyId, userIds, () => ({
      channel: 'chat',
      payload: { action: 'delete', id: chatId, uuid },
    })),
  ]
}

export const internalChatRead = ({ companyId, body }: DeskEvent<'internalChatRead'>): Emission[] => {
  const { chatId, userId: reader, memberIds: members, chat } = body.value
  return [
    toMembers(companyId, members, () => ({
      channel: 'chat',
      payload: { action: 'read', id: chatId, userId: reader, ...(chat && { chat: chatView(chat) }) },
    })),
  ]
}

export function internalChatMessageAppended({
  companyId,
  body,
}: DeskEvent<'internalChatMessageAppended'>): Emission[] {
  const chat = present(body.value.chat)
  const message = present(body.value.message)
  return [
    toMembers(companyId, memberIds(chat), () => ({
      channel: 'chat',
      payload: { action: 'new-message', newMessage: chatEventMessage(message, chat), chat: chatView(chat) },
    })),
  ]
}
