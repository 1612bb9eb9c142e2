import type { MessageEvent, MessageView, TicketEvent } from '@balcao/contracts'

import { onFeed, type FeedContext } from './live/handlers'
import { toFeedContext } from './live/query-context'
import { toCachedMessage } from './cached-views'
import { changeEarlier, listEarlierTickets } from './earlier-pages'
import { applyMessage, markMessagesRead } from './message-pages'
import { messagesApi } from './messages.api'
import { patchTickets, searchAgainSoon } from './tickets.live'

/** Messages that arrived while a page was being fetched. */
const RECENT_MESSAGES = 500

let heardCount = 0
let recent: { index: number; message: MessageView }[] = []

const write = (message: MessageView, { dispatch, getState }: FeedContext) => {
  const { data } = messagesApi.endpoints.listMessages.select(message.ticketId)(getState())
  if (!data) return
  const changed = applyMessage(data, message)
  if (changed !== data)
    dispatch(messagesApi.util.updateQueryData('listMessages', message.ticketId, () => changed))
}

/* Where later tickets of the contact show it. One that is not loaded there is new: the pages are read again. */
const writeEarlier = (message: MessageView, { dispatch, getState }: FeedContext) => {
  const { endpoints, util } = messagesApi
  for (const ticketId of util.selectCachedArgsForQuery(getState(), 'listEarlierMessages')) {
    const { data } = endpoints.listEarlierMessages.select(ticketId)(getState())
    if (!data || ticketId === message.ticketId || !listEarlierTickets(data).has(message.ticketId)) continue
    const changed = changeEarlier(data, message)
    if (changed !== data) dispatch(util.updateQueryData('listEarlierMessages', ticketId, () => changed))
    else dispatch(util.invalidateTags([{ type: 'earlier-messages', id: ticketId }]))
  }
}

/** Writes a message into its conversation, from the feed or from an answer. */
export const patchMessage = (told: MessageView, context: FeedContext): void => {
  const message = toCachedMessage(told)
  heardCount += 1
  recent.push({ index: heardCount, message })
  if (recent.length > RECENT_MESSAGES) recent = recent.slice(-RECENT_MESSAGES / 2)
  write(message, context)
  writeEarlier(message, context)
}

const applyMessageEvent = (event: MessageEvent, context: FeedContext) => {
  patchMessage(event.message, context)
  if (event.action === 'create') patchTickets({ action: 'update', ticket: event.ticket }, context)
  else if (event.message.isDeleted || event.message.isEdited) searchAgainSoon(context)
}

/** Marks all cached messages as read, also those of a page that is being fetched. */
const markAllRead = (event: TicketEvent, { dispatch, getState }: FeedContext) => {
  if (event.action !== 'updateUnread') return
  const { ticketId } = event
  heardCount += 1
  recent = recent.map((heard) =>
    heard.message.ticketId === ticketId ? { ...heard, message: { ...heard.message, read: true } } : heard,
  )
  const { data, status } = messagesApi.endpoints.listMessages.select(ticketId)(getState())
  if (status === 'pending') dispatch(messagesApi.util.invalidateTags([{ type: 'messages', id: ticketId }]))
  if (data) dispatch(messagesApi.util.updateQueryData('listMessages', ticketId, markMessagesRead))
}

type Answering = Parameters<typeof toFeedContext>[0] & { queryFulfilled: Promise<{ data: MessageView }> }

/** Writes the answer into the cache; the feed's event may come later. */
const patchAnswer = {
  onQueryStarted: async (_asked: unknown, { queryFulfilled, ...lifecycle }: Answering): Promise<void> => {
    const answer = await queryFulfilled.catch(() => null)
    if (answer) patchMessage(answer.data, toFeedContext(lifecycle))
  },
}

messagesApi.enhanceEndpoints({
  endpoints: {
    listMessages: {
      onQueryStarted: async (ticketId, { queryFulfilled, ...lifecycle }) => {
        const since = heardCount
        await queryFulfilled.catch(() => undefined)
        for (const { index, message } of recent)
          if (index > since && message.ticketId === ticketId) write(message, toFeedContext(lifecycle))
      },
    },
    deleteMessage: patchAnswer,
    editMessage: patchAnswer,
    react: patchAnswer,
  },
})

onFeed('appMessage', applyMessageEvent)
onFeed('ticket', markAllRead)
