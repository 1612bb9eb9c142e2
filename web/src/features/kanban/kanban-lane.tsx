import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'

import { flattenTickets, hasMoreTickets, selectTicketCount, type TicketFilter } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import { LIST_BOTTOM_PX } from '../../lib/constants'
import { translateError } from '../../lib/error-toast'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'
import { ChevronIcon } from '../../ui/icons'
import { RowSkeletons } from '../../ui/row-skeletons'
import { KanbanCard, type KanbanCardProps } from './kanban-card'
import { useAutoScroll, useDropTarget } from './use-card-drag'

export interface KanbanLaneProps extends Omit<KanbanCardProps, 'ticket'> {
  filter: TicketFilter
  isCollapsed: boolean
  onCollapse: () => void
}

const CARD_PX = 148

const useLane = (filter: TicketFilter) => {
  const query = useListTicketsInfiniteQuery(filter, { refetchOnMountOrArgChange: 60 })
  const handle = useRef<VirtualizerHandle>(null)
  const { data, isFetching, isFetchNextPageError, fetchNextPage } = query
  const hasMore = hasMoreTickets(data)
  const loadMore = () => {
    const list = handle.current
    if (!list || !hasMore || isFetching || isFetchNextPageError) return
    if (list.scrollSize - list.scrollOffset - list.viewportSize < LIST_BOTTOM_PX) void fetchNextPage()
  }
  // Cards that left may have made the lane shorter than the screen.
  useEffect(loadMore)
  return { ...query, handle, loadMore, tickets: flattenTickets(data), hasMore }
}

const Cards = ({ filter, ...card }: Omit<KanbanLaneProps, 'isCollapsed' | 'onCollapse'>) => {
  const { t } = useTranslation('kanban')
  const { t: common } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const lane = useLane(filter)
  const { data, error, tickets } = lane
  useAutoScroll(box)
  return (
    <div ref={box} className="kanban-lane__cards" aria-busy={lane.isFetching}>
      {data ? null : error ? (
        <ErrorState text={translateError(error)} onRetry={() => void lane.refetch()} />
      ) : (
        <RowSkeletons count={3} height={CARD_PX} />
      )}
      {data && tickets.length === 0 && !lane.hasMore ? (
        <p className="kanban-lane__empty">{t('drop')}</p>
      ) : null}
      <Virtualizer
        ref={lane.handle}
        scrollRef={box}
        as="ul"
        item="li"
        itemSize={CARD_PX}
        bufferSize={CARD_PX * 2}
        onScroll={lane.loadMore}
      >
        {tickets.map((ticket) => (
          <KanbanCard key={ticket.id} ticket={ticket} {...card} />
        ))}
      </Virtualizer>
      {lane.isFetchNextPageError ? (
        <button type="button" className="load-more__retry" onClick={() => void lane.fetchNextPage()}>
          {common('lists.loadMoreFailed')} <b>{common('actions.retry')}</b>
        </button>
      ) : null}
    </div>
  )
}

/* The server's total counts 1,000 at most. */
const MOST_COUNTED = 1_000
const formatCount = (count: number | undefined) =>
  count === undefined ? '' : count >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(count)

/** A lane: its name and count, and its cards; cards of other lanes are dropped on it. */
export const KanbanLane = ({ isCollapsed, onCollapse, ...props }: KanbanLaneProps) => {
  const { lane, filter, onMove } = props
  const { t } = useTranslation('kanban')
  const box = useRef<HTMLElement>(null)
  const isOver = useDropTarget(box, { laneId: lane.id, onDrop: (ticket) => onMove(ticket, lane) })
  const { data } = useListTicketsInfiniteQuery(filter)
  return (
    <section
      ref={box}
      className="kanban-lane"
      aria-label={lane.name}
      data-over={isOver || undefined}
      data-collapsed={isCollapsed || undefined}
    >
      <header className="kanban-lane__head">
        <span className="queue-dot" style={{ background: lane.color ?? 'var(--ink3)' }} />
        <h2>{lane.name}</h2>
        <span className="kanban-lane__count">{formatCount(selectTicketCount(data))}</span>
        <IconAction
          size="small"
          label={t(isCollapsed ? 'expand' : 'collapse', { name: lane.name })}
          aria-expanded={!isCollapsed}
          onClick={onCollapse}
        >
          <ChevronIcon fontSize="small" />
        </IconAction>
      </header>
      {isCollapsed ? null : <Cards {...props} />}
    </section>
  )
}
