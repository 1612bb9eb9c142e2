import type { ChatMessageView, ChatView } from '@balcao/contracts'
import type { InfiniteData } from '@reduxjs/toolkit/query'

import type { ChatMessagesPage, ChatsPage } from './chats.api'

export type ChatPages = InfiniteData<ChatsPage, number>
export type ChatMessagePages = InfiniteData<ChatMessagesPage, number | null>

/** All loaded chats; a page fetched after the list has moved may bring one again. */
export const flattenChats = (data: ChatPages | undefined): ChatView[] => [
  ...new Map((data?.pages ?? []).flatMap(({ records }) => records).map((chat) => [chat.id, chat])).values(),
]

/** All loaded messages, oldest first. */
export const flattenChatMessages = (data: ChatMessagePages | undefined): ChatMessageView[] =>
  data ? data.pages.toReversed().flatMap(({ records }) => records) : []

const mapRecords = (data: ChatPages, change: (records: ChatView[]) => ChatView[]): ChatPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, records: change(page.records) })),
})

const mapFirst = (data: ChatPages, change: (page: ChatsPage) => ChatsPage): ChatPages => ({
  ...data,
  pages: data.pages.map((page, index) => (index === 0 ? change(page) : page)),
})

const isNewerFirst = (left: ChatView, right: ChatView): number =>
  right.updatedAt.localeCompare(left.updatedAt) || right.id - left.id

/** The list without a chat. */
export const removeChat = (data: ChatPages, id: number): ChatPages => {
  if (!flattenChats(data).some((chat) => chat.id === id)) return data
  const rest = mapRecords(data, (records) => records.filter((chat) => chat.id !== id))
  return mapFirst(rest, (page) => ({ ...page, count: page.count - 1 }))
}

/** The list with a new or changed chat at its place: where it was, or first when it was used since. */
export const upsertChat = (data: ChatPages, chat: ChatView): ChatPages => {
  const known = flattenChats(data).find(({ id }) => id === chat.id)
  if (known?.updatedAt === chat.updatedAt)
    return mapRecords(data, (records) => records.map((other) => (other.id === chat.id ? chat : other)))
  const rest = known ? removeChat(data, chat.id) : data
  return mapFirst(rest, (page) => ({
    ...page,
    count: page.count + 1,
    records: [...page.records, chat].sort(isNewerFirst),
  }))
}

/** A chat once this member has read it. */
export const markChatRead = (chat: ChatView, userId: number): ChatView => ({
  ...chat,
  users: chat.users.map((member) => (member.userId === userId ? { ...member, unreads: 0 } : member)),
})

export const markListedRead = (data: ChatPages, id: number, userId: number): ChatPages =>
  mapRecords(data, (records) => records.map((chat) => (chat.id === id ? markChatRead(chat, userId) : chat)))

/** The loaded messages with a new one; one that is loaded already changes nothing. */
export const addChatMessage = (data: ChatMessagePages, message: ChatMessageView): ChatMessagePages => {
  if (flattenChatMessages(data).some(({ id }) => id === message.id)) return data
  return {
    ...data,
    pages: data.pages.map((page, index) =>
      index === 0
        ? { ...page, records: [...page.records, message].sort((left, right) => left.seq - right.seq) }
        : page,
    ),
  }
}

/** Messages of others in this chat that the user has not read. */
export const countUnread = ({ users }: ChatView, userId: number): number =>
  users.find((member) => member.userId === userId)?.unreads ?? 0
