import type { TicketView } from '@balcao/contracts'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'

import { findMatches, hasMoreTickets, flattenTickets, type TicketFilter } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import { LIST_BOTTOM_PX } from '../../lib/constants'
import { translateError } from '../../lib/error-toast'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { TicketRow, type RowActions } from './ticket-row'
import { useStillRows } from './use-still-rows'
import './ticket-row.css'

const ROW_PX = 76

export interface TicketListProps {
  filter: TicketFilter
  label: string
  selectedUuid: string | undefined
  movingId: number | undefined
  actions: RowActions
  /** The tickets that are chosen; undefined while none are to be. */
  chosen?: readonly TicketView[] | undefined
  /** What an empty list says; without it that nothing was found. */
  emptyText?: string | undefined
  emptyAction?: ReactNode
  /** For the keys that move the focus between rows. */
  onRows: (rows: ListedRows) => void
}

export interface ListedRows {
  tickets: TicketView[]
  /** Scrolls to the row of the ticket and focuses its link, or what a waiting one offers. */
  focus: (ticket: TicketView) => void
}

/** The list before its first page is there. */
export const noRows: ListedRows = { tickets: [], focus: () => undefined }

/** One list of tickets: virtual rows, the next page before the end is reached. Mount once per list (`key`). */
export const TicketList = (props: TicketListProps) => {
  const { filter, label, selectedUuid, movingId, actions, chosen, emptyText, emptyAction, onRows } = props
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const {
    data,
    isError,
    error,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = useListTicketsInfiniteQuery(filter, { refetchOnMountOrArgChange: 60 })
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const tickets = flattenTickets(data)
  const matches = findMatches(data)
  const hasMore = hasMoreTickets(data)
  const { rows, ...pointer } = useStillRows(tickets, filter)

  const focus = ({ id, uuid }: TicketView) => {
    list.current?.scrollToIndex(
      rows.findIndex(({ ticket }) => ticket.id === id),
      { align: 'nearest' },
    )
    const offer = ':is(.ticket-row__link, .ticket-row__check, .ticket-row__buttons button)'
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-ticket="${uuid}"] ${offer}`)?.focus(),
    )
  }
  useEffect(() => onRows({ tickets, focus }))

  const loadMore = () => {
    const handle = list.current
    if (!handle || !hasMore || isFetching || isFetchNextPageError) return
    if (handle.scrollSize - handle.scrollOffset - handle.viewportSize < LIST_BOTTOM_PX) void fetchNextPage()
  }
  // Rows that left may have made the list shorter than the screen.
  useEffect(loadMore)

  if (!data)
    return isError ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons />
    )
  if (rows.length === 0 && !hasMore)
    return (
      <EmptyState title={t('list.emptyTitle')} text={emptyText ?? t('list.emptyText')} action={emptyAction} />
    )

  return (
    <div ref={box} className="ticket-list" aria-busy={isFetching} {...pointer}>
      <nav aria-label={label}>
        <Virtualizer
          ref={list}
          scrollRef={box}
          as="ul"
          item="li"
          itemSize={ROW_PX}
          bufferSize={304}
          onScroll={loadMore}
        >
          {rows.map(({ ticket, hasLeft }) => (
            <TicketRow
              key={ticket.id}
              ticket={ticket}
              match={matches.get(ticket.id)}
              searched={filter.searchParam}
              isSelected={ticket.uuid === selectedUuid}
              isMoving={ticket.id === movingId}
              isChosen={chosen?.some(({ id }) => id === ticket.id)}
              hasLeft={hasLeft}
              showAssignee={filter.showAll}
              actions={actions}
            />
          ))}
        </Virtualizer>
      </nav>
      {isFetchingNextPage ? <RowSkeletons count={2} /> : null}
      {isFetchNextPageError ? (
        <button type="button" className="ticket-list__retry" onClick={() => void fetchNextPage()}>
          {common('lists.loadMoreFailed')} <b>{common('actions.retry')}</b>
        </button>
      ) : null}
    </div>
  )
}
