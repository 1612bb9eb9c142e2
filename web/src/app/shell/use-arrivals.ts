import type { SessionUserView, TicketEvent } from '@balcao/contracts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { arrivalSeen, ticketArrived } from '../../data/arrivals.slice'
import { useAppDispatch, useMe } from '../../data/hooks'
import { onFeed } from '../../data/live/handlers'
import { TOAST_WARNING_MS } from '../../lib/constants'
import { playSound, showNotice } from '../../lib/notify'
import { toast } from '../../lib/toast'

type Updated = Extract<TicketEvent, { action: 'update' }>

/** Whether a colleague has just assigned the ticket to this user. */
export const hasArrived = ({ ticket, change }: Updated, me: Pick<SessionUserView, 'id'>): boolean =>
  change !== undefined &&
  ticket.status === 'open' &&
  ticket.userId === me.id &&
  change.previousUserId !== me.id &&
  change.by.id !== me.id

/** Tells that a colleague transferred a ticket here: toast, sound, notice, and a mark until it is opened. */
export const useArrivals = (volume: number): void => {
  const { t } = useTranslation()
  const me = useMe()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const latest = useRef({ t, me, navigate, volume })
  useEffect(() => {
    latest.current = { t, me, navigate, volume }
  })
  useEffect(
    () =>
      onFeed('ticket', (event) => {
        const now = latest.current
        if (event.action === 'delete') return void dispatch(arrivalSeen(event.ticketId))
        if (event.action !== 'update') return
        const { ticket, change } = event
        if (ticket.userId !== now.me.id) return void dispatch(arrivalSeen(ticket.id))
        if (!change || !hasArrived(event, now.me)) return
        const open = () => void now.navigate(`/tickets/${ticket.uuid}`)
        const title = now.t('arrivals.received', { by: change.by.name, name: ticket.contact.name })
        dispatch(ticketArrived(ticket.id))
        toast.info(title, {
          key: `arrived ${ticket.id}`,
          durationMs: TOAST_WARNING_MS,
          action: { label: now.t('arrivals.open'), onClick: open },
        })
        playSound(now.volume)
        showNotice({ tag: String(ticket.id), title, body: '', onClick: open })
      }),
    [dispatch],
  )
}
