import type { TicketView } from '@balcao/contracts'
import { useEffect, useMemo, useState } from 'react'

import { flattenEarlier, listEarlierTickets } from '../../../data/earlier-pages'
import { listPageStarts } from '../../../data/message-pages'
import { useListEarlierMessagesInfiniteQuery } from '../../../data/messages.api'
import { useLoadMore } from './use-load-more'

const noTickets: ReadonlyMap<number, TicketView> = new Map()

/**
 * The conversation in the contact's tickets before this one. Nothing is asked while there is none, or this one is not read to its
 * beginning.
 * @param hasAny whether the ticket is loaded whole and others precede it
 * @param isShort the ticket may be shorter than the screen: the first page is loaded at once
 */
export const useEarlier = (ticket: TicketView, hasAny: boolean, isShort: boolean) => {
  const [isWanted, setWanted] = useState(false)
  const isAsked = hasAny && (isWanted || isShort)
  const {
    data,
    isFetching,
    isFetchingNextPage,
    isError,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useListEarlierMessagesInfiniteQuery(ticket.id, { skip: !isAsked, refetchOnMountOrArgChange: 30 })

  // A ticket that was asked for stays shown when its own messages outgrow the screen.
  useEffect(() => {
    if (isAsked && !isWanted) setWanted(true)
  }, [isAsked, isWanted])

  const pages = isAsked ? data : undefined
  const messages = useMemo(() => flattenEarlier(pages), [pages])
  const tickets = useMemo(
    () => (messages.length === 0 ? noTickets : new Map([...listEarlierTickets(pages), [ticket.id, ticket]])),
    [pages, messages, ticket],
  )
  const pageStarts = useMemo(() => listPageStarts(pages), [pages])
  const isLoading = isAsked && isFetching && (data === undefined || isFetchingNextPage)
  const load = useLoadMore({
    isFetching,
    isFetchingMore: isLoading,
    load: () => {
      if (!hasAny) return
      if (!isAsked) setWanted(true)
      else if (data === undefined) void refetch()
      else if (hasNextPage) void fetchNextPage()
    },
  })
  const hasFailed = isFetchNextPageError || (isError && data === undefined)
  return {
    messages,
    tickets,
    pageStarts,
    isLoading,
    hasFailed,
    /** Whether there are more than the loaded ones. */
    hasMore: hasAny && (data === undefined || !isAsked || hasNextPage),
    load,
  }
}
