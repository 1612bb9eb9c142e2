import { computeWindowEnd, isReceived, type MessageView } from '@balcao/contracts'

import { hasErasedMessages, type MessagePage } from '../../data/message-pages'

type Written = Pick<MessageView, 'fromMe' | 'mediaType' | 'createdAt' | 'failure'>

/* The network has the last word: it refused a message after the customer's last one, by its own clock. */
const findRefusal = (messages: readonly Written[], since: string): string | undefined =>
  messages
    .filter(({ failure, createdAt }) => failure === 'ERR_WAPP_WINDOW_CLOSED' && createdAt >= since)
    .map(({ createdAt }) => createdAt)
    .toSorted()[0]

/**
 * Until when the customer can be answered, by the messages that are loaded; null where that does not end, or is not known: the server
 * decides.
 */
export const findWindowEnd = (messages: readonly Written[], windowHours: number | null): string | null => {
  const received = messages.filter(isReceived).map(({ createdAt }) => createdAt)
  const last = received.toSorted().at(-1)
  const end = last === undefined ? undefined : computeWindowEnd(windowHours, new Date(last))
  if (last === undefined || end === undefined) return null
  const refusedAt = findRefusal(messages, last)
  return refusedAt !== undefined && new Date(refusedAt) < end ? refusedAt : end.toISOString()
}

/** Whether all of the contact's messages are loaded, none was erased and none is theirs: there is nothing to answer yet. */
export const hasNeverWritten = (pages: readonly MessagePage[]): boolean => {
  const oldest = pages.at(-1)
  const isAll = oldest?.hasMore === false && oldest.hasEarlier === false
  return isAll && !hasErasedMessages(pages) && pages.every(({ messages }) => !messages.some(isReceived))
}
