import type { EarlierMessagesPage, MessageView, TicketView } from '@balcao/contracts'
import type { InfiniteData } from '@reduxjs/toolkit/query'

import { pickNewerMessage } from './message-pages'

export type EarlierPage = EarlierMessagesPage

/** Messages of this ticket before this `seq`, then those of tickets before it. */
export interface EarlierCursor {
  beforeTicketId: number
  before: number
}

/** Newest page first. */
export type EarlierPages = InfiniteData<EarlierPage, EarlierCursor | null>

export const nextEarlierCursor = ({ hasMore, messages: [oldest] }: EarlierPage): EarlierCursor | undefined =>
  hasMore && oldest ? { beforeTicketId: oldest.ticketId, before: oldest.seq } : undefined

/** All loaded messages of earlier tickets, oldest first. */
export const flattenEarlier = (data: EarlierPages | undefined): MessageView[] =>
  data ? data.pages.toReversed().flatMap((page) => page.messages) : []

/** The tickets of the loaded messages, by id. */
export const listEarlierTickets = (data: EarlierPages | undefined): ReadonlyMap<number, TicketView> =>
  new Map(data?.pages.flatMap(({ tickets }) => tickets).map((ticket) => [ticket.id, ticket]))

/** The pages with the message's newer state; the same ones when it is not loaded. */
export const changeEarlier = (data: EarlierPages, message: MessageView): EarlierPages => {
  const isLoaded = data.pages.some(({ messages }) => messages.some(({ id }) => id === message.id))
  if (!isLoaded) return data
  const pages = data.pages.map((page) => ({
    ...page,
    messages: page.messages.map((known) =>
      known.id === message.id ? pickNewerMessage(known, message) : known,
    ),
  }))
  return { ...data, pages }
}
