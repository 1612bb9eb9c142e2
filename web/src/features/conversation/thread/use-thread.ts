import type { TicketView } from '@balcao/contracts'
import { useEffect, useMemo, useState } from 'react'

import { useAppSelector } from '../../../data/hooks'
import {
  flattenMessages,
  hasEarlierTickets,
  hasErasedMessages,
  hasOlderMessages,
  listPageStarts,
} from '../../../data/message-pages'
import { useListMessagesInfiniteQuery } from '../../../data/messages.api'
import { selectItems } from '../outbox/outbox.slice'
import { useOutbox } from '../outbox/outbox-context'
import { gatherAlbums } from './albums'
import { useEarlier } from './use-earlier'
import { useLoadMore } from './use-load-more'
import {
  buildBubbles,
  findFirstUnread,
  hasLoadedUnread,
  buildThreadRows,
  type UnreadMark,
} from './thread-rows'

/* A first page with fewer messages may be shorter than the screen. */
const SHORT = 12

/**
 * The first unread message when the ticket was opened; later reads and messages do not change it.
 */
const useUnreadMark = (
  messages: ReturnType<typeof flattenMessages>,
  unreadAtOpen: number,
  isFresh: boolean,
): UnreadMark | null => {
  const [mark, setMark] = useState<UnreadMark | null | undefined>(unreadAtOpen > 0 ? undefined : null)
  if (mark === undefined && isFresh) {
    const messageId = findFirstUnread(messages, unreadAtOpen)
    setMark(messageId === null ? null : { messageId, count: unreadAtOpen })
  }
  return mark ?? null
}

/** A ticket's conversation as rows, with what is on its way. Mount once per ticket (`key`). */
export const useThread = (ticket: TicketView) => {
  const outbox = useOutbox()
  const {
    data,
    isFetching,
    isError,
    error,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useListMessagesInfiniteQuery(ticket.id, { refetchOnMountOrArgChange: 30 })
  const items = useAppSelector(selectItems)
  const [unreadAtOpen] = useState(ticket.unreadMessages)

  const messages = useMemo(() => flattenMessages(data), [data])
  const mine = useMemo(() => items.filter((item) => item.ticketId === ticket.id), [items, ticket.id])
  const hasOlder = hasOlderMessages(data)
  const isFarBack = hasOlder && !hasLoadedUnread(messages, unreadAtOpen)
  const isSettled = isFetchNextPageError || (data !== undefined && !isFetching && !isFarBack)
  const unread = useUnreadMark(messages, unreadAtOpen, isSettled)
  const earlier = useEarlier(ticket, hasEarlierTickets(data), messages.length < SHORT)
  const shown = useMemo(() => [...earlier.messages, ...messages], [earlier.messages, messages])
  const bubbles = useMemo(() => buildBubbles(shown, mine, outbox.urlOf), [shown, mine, outbox])
  const pageStarts = useMemo(
    () => new Set([...listPageStarts(data), ...earlier.pageStarts]),
    [data, earlier.pageStarts],
  )
  const rows = useMemo(
    () => gatherAlbums(buildThreadRows(bubbles, unread, earlier.tickets), pageStarts),
    [bubbles, unread, earlier.tickets, pageStarts],
  )

  // A first page shorter than the screen could never be scrolled to its top.
  const isShort = data?.pages.length === 1 && messages.length < SHORT
  const wantsOlder = hasOlder && !isFetching && !isFetchNextPageError && (isShort || (!unread && isFarBack))
  useEffect(() => {
    if (wantsOlder) void fetchNextPage()
  }, [wantsOlder, fetchNextPage])

  const loadOwn = useLoadMore({
    isFetching,
    isFetchingMore: isFetchingNextPage,
    load: () => void fetchNextPage(),
  })

  return {
    rows,
    bubbles,
    /** This ticket's and the loaded ones of tickets before it. */
    messages: shown,
    ownMessages: messages,
    /** Of this ticket or those before it. */
    hasOlder: hasOlder || earlier.hasMore,
    /** Of this ticket: its first messages are no longer kept. */
    hasErased: hasErasedMessages(data?.pages ?? []),
    isLoading: data === undefined && !isError,
    error: isError && data === undefined ? error : null,
    isLoadingOlder: isFetchingNextPage || earlier.isLoading,
    olderFailed: isFetchNextPageError || earlier.hasFailed,
    loadOlder: hasOlder ? loadOwn : earlier.load,
    refetch,
  }
}

export type Thread = ReturnType<typeof useThread>
