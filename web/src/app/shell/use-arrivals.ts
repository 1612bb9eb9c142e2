import type { SessionUserView, TicketEvent } from '@balcao/contracts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import {
  arrivalSeen,
  arrivalsRestored,
  readArrivals,
  selectArrivals,
  storeArrivals,
  ticketArrived,
} from '../../data/arrivals.slice'
import { useAppDispatch, useAppSelector, useMe } from '../../data/hooks'
import { onFeed } from '../../data/live/handlers'
import { TOAST_WARNING_MS } from '../../lib/constants'
import { playSound, showNotice } from '../../lib/notify'
import { storageKeys } from '../../lib/storage'
import { toast } from '../../lib/toast'

type Updated = Extract<TicketEvent, { action: 'update' }>

/** Whether a colleague has just assigned the ticket to this user. */
export const hasArrived = ({ ticket, change }: Updated, me: Pick<SessionUserView, 'id'>): boolean =>
  change !== undefined &&
  ticket.status === 'open' &&
  ticket.userId === me.id &&
  change.previousUserId !== me.id &&
  change.by.id !== me.id

/** Whether a colleague has just put the ticket into a queue of this user's, where it waits. */
export const hasArrivedInQueue = (
  { ticket, change }: Updated,
  me: Pick<SessionUserView, 'id' | 'queues'>,
): boolean =>
  change?.previousStatus !== undefined &&
  change.by.id !== me.id &&
  ticket.status === 'pending' &&
  me.queues.some(({ id }) => id === ticket.queueId) &&
  (change.previousStatus !== 'pending' || change.previousQueueId !== ticket.queueId)

/* A ticket that is not the user's, nor waits for them, is no arrival any more. */
const isElsewhere = ({ ticket }: Updated, me: Pick<SessionUserView, 'id'>): boolean =>
  ticket.status === 'pending' ? false : ticket.userId !== me.id

/** The browser keeps the marks, for its other tabs and for after a reload. */
const useKeptArrivals = () => {
  const me = useMe()
  const dispatch = useAppDispatch()
  const ticketIds = useAppSelector(selectArrivals)
  const [restoredFor, setRestoredFor] = useState<number | null>(null)
  useEffect(() => {
    const restore = () => {
      dispatch(arrivalsRestored(readArrivals(me.id)))
      setRestoredFor(me.id)
    }
    const hear = ({ key }: StorageEvent) => {
      if (key === storageKeys.arrivals) restore()
    }
    restore()
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  }, [dispatch, me.id])
  useEffect(() => {
    if (restoredFor === me.id) storeArrivals(me.id, ticketIds)
  }, [me.id, restoredFor, ticketIds])
}

/** Tells that a colleague transferred a ticket here: toast, sound, notice, and a mark until it is opened. In a queue it is only marked. */
export const useArrivals = (volume: number): void => {
  const { t } = useTranslation()
  const me = useMe()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  useKeptArrivals()
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
        if (isElsewhere(event, now.me)) return void dispatch(arrivalSeen(ticket.id))
        if (hasArrivedInQueue(event, now.me)) return void dispatch(ticketArrived(ticket.id))
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
