import type { MessageView } from '@balcao/contracts'
import type { InfiniteData } from '@reduxjs/toolkit/query'

export interface MessagePage {
  /** Oldest first. */
  messages: MessageView[]
  hasMore: boolean
  /** Whether nothing older is left of the ticket, and its first messages are no longer kept. */
  hasErased?: boolean
  /** Whether the contact's tickets before this one have messages. */
  hasEarlier?: boolean
}

/** Newest page first; the page after it holds what is older. The parameter is the `seq` before which it ends. */
export type MessagePages = InfiniteData<MessagePage, number | null>

/** All loaded messages, oldest first. */
export const flattenMessages = (data: MessagePages | undefined): MessageView[] =>
  data ? data.pages.toReversed().flatMap((page) => page.messages) : []

/** Ids of the oldest message of each loaded page. */
export const listPageStarts = (
  data: { pages: readonly Pick<MessagePage, 'messages'>[] } | undefined,
): ReadonlySet<string> => new Set(data?.pages.flatMap(({ messages: [oldest] }) => oldest?.id ?? []))

export const hasOlderMessages = (data: MessagePages | undefined): boolean =>
  data?.pages.at(-1)?.hasMore ?? false

/** A page as the server answers it; its count has the messages that are no longer kept, too. */
export const toMessagePage = ({
  messages,
  hasMore,
  count,
  hasEarlier,
}: Pick<MessagePage, 'messages' | 'hasMore' | 'hasEarlier'> & { count: number }): MessagePage => ({
  messages,
  hasMore,
  hasErased: !hasMore && (messages[0]?.seq ?? count + 1) > 1,
  hasEarlier,
})

/** Whether all that is left of the ticket is loaded, and its first messages are no longer kept. */
export const hasErasedMessages = (pages: readonly MessagePage[]): boolean => pages.at(-1)?.hasErased === true

/** Whether the whole ticket is loaded, and tickets before it have messages. */
export const hasEarlierTickets = (data: MessagePages | undefined): boolean => {
  const oldest = data?.pages.at(-1)
  return oldest?.hasMore === false && oldest.hasEarlier === true
}

/** Where the next older page ends; undefined at the beginning of the conversation. */
export const nextMessageCursor = (page: MessagePage): number | undefined =>
  page.hasMore ? page.messages[0]?.seq : undefined

/** The later of two states of a message; ack never decreases, and a deletion is kept. */
export const pickNewerMessage = (known: MessageView, incoming: MessageView): MessageView => {
  if (incoming.updatedAt < known.updatedAt) return known
  if (known.isDeleted && !incoming.isDeleted) return known
  return incoming.ack !== -1 && incoming.ack < known.ack ? { ...incoming, ack: known.ack } : incoming
}

const isSame = (left: MessageView, right: MessageView): boolean => left.id === right.id

const insertInto = (page: MessagePage, message: MessageView): MessagePage => {
  const at = page.messages.findIndex((other) => other.seq > message.seq)
  const messages = [...page.messages]
  messages.splice(at === -1 ? messages.length : at, 0, message)
  return { ...page, messages }
}

const mapPage = (
  data: MessagePages,
  index: number,
  change: (page: MessagePage) => MessagePage,
): MessagePages => ({
  ...data,
  pages: data.pages.map((page, at) => (at === index ? change(page) : page)),
})

/** Clears the quoted copies of deleted messages; the server erases its own within 30 s. */
const clearDeletedQuotes = (data: MessagePages, id: string): MessagePages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    messages: page.messages.map((message) =>
      message.quotedMsg?.id === id
        ? { ...message, quotedMsg: { ...message.quotedMsg, body: '', senderName: '' } }
        : message,
    ),
  })),
})

/** The pages with this message added or replaced; a message older than the loaded pages is ignored. */
export const applyMessage = (data: MessagePages, message: MessageView): MessagePages => {
  const holder = data.pages.findIndex((page) => page.messages.some((known) => isSame(known, message)))
  if (holder !== -1) {
    const known = data.pages[holder]?.messages.find((other) => isSame(other, message))
    const next = known ? pickNewerMessage(known, message) : message
    if (next === known) return data
    const changed = mapPage(data, holder, (page) => ({
      ...page,
      messages: page.messages.map((other) => (isSame(other, message) ? next : other)),
    }))
    return next.isDeleted ? clearDeletedQuotes(changed, next.id) : changed
  }
  const target = data.pages.findIndex((page) => (page.messages[0]?.seq ?? Infinity) < message.seq)
  if (target !== -1) return mapPage(data, target, (page) => insertInto(page, message))
  if (hasOlderMessages(data)) return data
  return mapPage(data, data.pages.length - 1, (page) => insertInto(page, message))
}

/** The conversation once its ticket was read. */
export const markMessagesRead = (data: MessagePages): MessagePages => {
  if (flattenMessages(data).every(({ read }) => read)) return data
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      messages: page.messages.map((message) => (message.read ? message : { ...message, read: true })),
    })),
  }
}
