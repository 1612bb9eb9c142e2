import { canForwardView, type Capabilities, type TicketView } from '@balcao/contracts'

import { AlbumRow } from './album-row'
import { BubbleRow, type BubbleActions } from './bubble-row'
import { DayDivider, TicketDivider, UnreadDivider } from './dividers'
import { listBubbles, type ThreadRow } from './thread-rows'
import type { FoundMarks } from './use-search-target'
import type { Selection } from './use-selection'

export interface ThreadRowViewProps {
  row: ThreadRow
  ticket: TicketView
  can: Pick<Capabilities, 'reacts'>
  isReadOnly: boolean
  selection: Selection
  actions: BubbleActions
  found: FoundMarks | null
  flashedId: string | null
  revealedIds: ReadonlySet<string>
}

/** One row of a conversation: a divider, a message, or an album of several. */
export const ThreadRowView = (props: ThreadRowViewProps) => {
  const { row, ticket, can, isReadOnly, selection, actions, found, flashedId, revealedIds } = props
  if (row.kind === 'day') return <DayDivider at={row.at} />
  if (row.kind === 'ticket') return <TicketDivider ticket={row.ticket} />
  if (row.kind === 'unread') return <UnreadDivider count={row.count} />
  const isOwn = listBubbles(row).every(({ message }) => message.ticketId === ticket.id)
  const shared = {
    isRunStart: row.isRunStart,
    isRunEnd: row.isRunEnd,
    isGroup: ticket.isGroup,
    contactName: ticket.contact.name,
    isReadOnly,
    canReact: can.reacts && !isReadOnly && ticket.status === 'open' && isOwn,
    onSelect: selection.toggle,
    actions,
  }
  if (row.kind === 'album')
    return (
      <AlbumRow
        {...shared}
        bubbles={row.bubbles}
        flashedId={flashedId}
        selectedIds={selection.ids}
        revealedIds={revealedIds}
      />
    )
  const { message } = row.bubble
  const isSelected = selection.ids && canForwardView(message) ? selection.ids.has(message.id) : undefined
  return (
    <BubbleRow
      {...shared}
      bubble={row.bubble}
      foundWords={found?.messageIds.has(message.id) ? found.words : ''}
      isCurrent={found?.currentId === message.id}
      isFlashed={flashedId === message.id}
      selected={isSelected}
    />
  )
}
