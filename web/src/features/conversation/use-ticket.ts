import type { TicketView } from '@balcao/contracts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { arrivalSeen } from '../../data/arrivals.slice'
import { useAppDispatch, useAppSelector, useAppStore, useMe } from '../../data/hooks'
import { joinChatBox } from '../../data/live/live'
import { onFeed } from '../../data/live/handlers'
import { canSeeTicket, flattenTickets } from '../../data/ticket-lists'
import { ticketsApi, useGetTicketByUuidQuery } from '../../data/tickets.api'
import '../../data/tickets.live'
import type { RootState } from '../../data/root-reducer'
import { isHttpStatus } from '../../lib/api-error'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { copyDraft } from './copy-draft'
import { isExpectedToLeave, stopExpecting } from './leaving'
import { selectDraft } from './outbox/outbox.slice'

/** How long the draft of a ticket that is gone is offered. */
const DRAFT_MS = 60_000

/** The ticket from a cached list, for the header until the server answers. */
const listedTicket = (state: RootState, uuid: string): TicketView | undefined => {
  for (const filter of ticketsApi.util.selectCachedArgsForQuery(state, 'listTickets')) {
    const { data } = ticketsApi.endpoints.listTickets.select(filter)(state)
    const found = flattenTickets(data).find((ticket) => ticket.uuid === uuid)
    if (found) return found
  }
  return undefined
}

/**
 * The open ticket: at once from a list, then from the server, then by the feed. Leaves to /tickets when it is
 * not there, not the viewer's, or deleted meanwhile.
 */
export const useTicket = (uuid: string) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { currentData, error, isError, refetch } = useGetTicketByUuidQuery(uuid, {
    refetchOnMountOrArgChange: 30,
  })
  const listed = useAppSelector((state) => (currentData ? undefined : listedTicket(state, uuid)))
  const ticket = currentData ?? listed
  const ticketId = ticket?.id
  const isForbidden =
    (ticket !== undefined && !canSeeTicket(ticket, me)) || (isError && isHttpStatus(error, 403))
  const isGone = isError && isHttpStatus(error, 404)
  const left = useRef(false)
  // While a transfer of ours is answered, the ticket stays on screen as it was.
  const shown = useRef(ticket)
  const isLeaving = isExpectedToLeave(shown.current?.id)
  if (ticket && !isForbidden) shown.current = ticket

  useEffect(() => {
    if (left.current || isLeaving || !(isForbidden || isGone)) return
    left.current = true
    if (isForbidden) toast.error(t('moves.denied'))
    else showError(error)
    void navigate('/tickets', { replace: true })
  }, [isForbidden, isGone, isLeaving, error, navigate, t])

  useEffect(() => {
    if (ticketId !== undefined) dispatch(arrivalSeen(ticketId))
  }, [dispatch, ticketId])

  useEffect(() => {
    if (ticketId === undefined) return
    const leave = joinChatBox(ticketId)
    const stop = onFeed('ticket', (event) => {
      if (event.action !== 'delete' || event.ticketId !== ticketId) return
      if (left.current || isExpectedToLeave(ticketId)) return
      left.current = true
      const text = event.by ? t('taken.gone', { by: event.by.name }) : t('moves.deletedWhileOpen')
      // The field stores its last words when it leaves the screen: they are read when they are asked for.
      const readDraft = () => selectDraft(store.getState(), ticketId)
      const copy = { label: t('taken.copyDraft'), onClick: () => copyDraft(readDraft(), t) }
      toast.info(text, readDraft() === '' ? {} : { durationMs: DRAFT_MS, action: copy })
      void navigate('/tickets', { replace: true })
    })
    return () => {
      stop()
      leave()
      stopExpecting(ticketId)
    }
  }, [ticketId, navigate, store, t])

  return {
    ticket: isLeaving ? shown.current : isForbidden ? undefined : ticket,
    error: isError && !isGone && !isForbidden && !isLeaving && !ticket ? error : null,
    refetch,
  }
}
