import type { TagRefView, TicketView } from '@balcao/contracts'
import IconButton from '@mui/material/IconButton'
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { useMe } from '../../data/hooks'
import { formatDayTime, formatMoment } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { ColorChip } from '../../ui/color-chip'
import { MoreIcon } from '../../ui/icons'
import { formatRowPreview } from '../tickets'
import { listOtherTags, type Lane } from './lanes'
import { MoveMenu } from './move-menu'
import { useDraggable } from './use-card-drag'
import type { MoveCard } from './use-moves'

export interface KanbanCardProps {
  ticket: TicketView
  lane: Lane
  lanes: readonly Lane[]
  tags: readonly TagRefView[]
  now: number
  onMove: MoveCard
}

const Head = ({ ticket, now }: Pick<KanbanCardProps, 'ticket' | 'now'>) => {
  const { t, i18n } = useTranslation()
  const at = new Date(ticket.lastMessageAt)
  const words = { today: t('days.today'), yesterday: t('days.yesterday') }
  return (
    <div className="kanban-card__head">
      <b>{formatPhone(ticket.contact.name)}</b>
      <time title={formatDayTime(at)}>{formatMoment(at, new Date(now), i18n.language, words)}</time>
    </div>
  )
}

const Body = ({ ticket, tags }: Pick<KanbanCardProps, 'ticket' | 'tags'>) => {
  const { t: common } = useTranslation()
  const { t } = useTranslation('kanban')
  const { author, text } = formatRowPreview(ticket, useMe(), common)
  return (
    <>
      <p className="kanban-card__number">
        {t('ticket', { id: ticket.id })} · {formatPhone(ticket.contact.number)}
      </p>
      <p className="kanban-card__preview">{`${author} ${text}`.trim()}</p>
      <p className="kanban-card__chips">
        {ticket.queue ? <ColorChip color={ticket.queue.color}>{ticket.queue.name}</ColorChip> : null}
        {listOtherTags(ticket, tags).map((tag) => (
          <ColorChip key={tag.id} color={tag.color}>
            {tag.name}
          </ColorChip>
        ))}
        {ticket.user ? <small>{ticket.user.name}</small> : null}
      </p>
    </>
  )
}

/** One ticket: dragged with the mouse, moved with the menu or `M` and a digit; the whole card opens it. */
export const KanbanCard = ({ ticket, lane, lanes, tags, now, onMove }: KanbanCardProps) => {
  const { t } = useTranslation('kanban')
  const card = useRef<HTMLElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isDragged = useDraggable(card, { ticket, fromLane: lane.id })
  const handleKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setAnchor(more.current)
  }
  const { name } = ticket.contact
  return (
    <article
      ref={card}
      className="kanban-card"
      data-dragged={isDragged || undefined}
      style={{ '--q': ticket.queue?.color ?? 'var(--line-strong)' } as CSSProperties}
      onKeyDown={anchor ? undefined : handleKey}
    >
      <Link
        className="kanban-card__link"
        to={`/tickets/${ticket.uuid}`}
        draggable={false}
        aria-label={t('openTicket', { name, id: ticket.id })}
        aria-keyshortcuts="M"
      />
      <Head ticket={ticket} now={now} />
      <Body ticket={ticket} tags={tags} />
      <div className="kanban-card__foot">
        <span className="kanban-card__open" aria-hidden="true">
          {t('see')}
        </span>
        <IconButton
          ref={more}
          size="small"
          aria-label={t('moveCard', { name })}
          aria-haspopup="menu"
          onClick={() => setAnchor(more.current)}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </div>
      {anchor ? (
        <MoveMenu
          anchor={anchor}
          lanes={lanes}
          laneId={lane.id}
          onMove={(target) => onMove(ticket, target)}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </article>
  )
}
