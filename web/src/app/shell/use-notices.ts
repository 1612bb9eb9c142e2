import type { MessageEvent as FeedMessage, SessionUserView } from '@balcao/contracts'
import { useEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'

import { selectArrivals } from '../../data/arrivals.slice'
import { useAppSelector, useMe } from '../../data/hooks'
import { onFeed } from '../../data/live/handlers'
import { canSeeTicket } from '../../data/ticket-lists'
import { formatTime } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { closeNotice, playSound, showAppBadge, showNotice, unlockSoundOnGesture } from '../../lib/notify'
import { formatPreview } from './preview'
import { shouldRing, useUnreadTickets } from './use-unread-tickets'

type Created = Extract<FeedMessage, { action: 'create' }>

export interface NoticeContext {
  me: SessionUserView
  /** The open ticket, and whether the tab is visible. */
  openUuid: string | null
  visible: boolean
}

/**
 * Whether an incoming message plays a sound and shows a notice: the ticket is mine or waiting, and not open in a
 * visible tab.
 */
export const shouldNotify = (
  { message, ticket }: Created,
  { me, openUuid, visible }: NoticeContext,
): boolean =>
  !message.fromMe &&
  !message.read &&
  !ticket.isGroup &&
  shouldRing(ticket, me.allTicket) &&
  canSeeTicket(ticket, me) &&
  (ticket.userId === null || ticket.userId === me.id) &&
  !(visible && ticket.uuid === openUuid)

const titleWith = (count: number, name: string) => (count > 0 ? `(${count}) ${name}` : name)

/** Sound, desktop notices, the number in the tab's title and on the installed app's icon. */
export const useNotices = (volume: number, leader: RefObject<boolean>): void => {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { tickets, count: unread } = useUnreadTickets()
  const arrived = useAppSelector(selectArrivals)
  const isCounted = (id: number) => tickets.some((ticket) => ticket.id === id)
  const count = unread + arrived.filter((id) => !isCounted(id)).length
  const latest = useRef({ me, pathname, volume, t, navigate })
  useEffect(() => {
    latest.current = { me, pathname, volume, t, navigate }
  })

  useEffect(() => unlockSoundOnGesture(), [])

  useEffect(() => {
    document.title = titleWith(count, t('app.name'))
    showAppBadge(count)
    return () => {
      document.title = t('app.name')
      showAppBadge(0)
    }
  }, [count, t])

  useEffect(
    () =>
      onFeed('appMessage', (event) => {
        if (event.action !== 'create') return
        const now = latest.current
        const openUuid = /^\/tickets\/([^/]+)/.exec(now.pathname)?.[1] ?? null
        const visible = document.visibilityState === 'visible' && document.hasFocus()
        if (!leader.current || !shouldNotify(event, { me: now.me, openUuid, visible })) return
        playSound(now.volume)
        showNotice({
          tag: String(event.ticket.id),
          title: now.t('bell.noticeTitle', { name: formatPhone(event.contact.name) }),
          body: `${formatPreview(event.ticket, now.me, now.t)} – ${formatTime(new Date(event.message.createdAt))}`,
          onClick: () => void now.navigate(`/tickets/${event.ticket.uuid}`),
        })
      }),
    [leader],
  )

  useEffect(
    () =>
      onFeed('ticket', (event) => {
        if (event.action === 'updateUnread') closeNotice(String(event.ticketId))
      }),
    [],
  )
}
