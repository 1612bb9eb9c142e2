import type { TicketView } from '@balcao/contracts'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'

import { useAppDispatch, useMe } from '../../data/hooks'
import { flattenTickets, type TicketFilter } from '../../data/ticket-lists'
import { ticketsApi } from '../../data/tickets.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useDebounced } from '../../lib/use-debounced'
import { showServing, type TicketActions } from '../conversation'
import { buildFilter, type TicketsPageState } from './tickets-page.slice'
import type { RowActions } from './ticket-row'

/** What each list asks the server for; search words count once typing rested. */
export const useFilters = (manager: TicketsPageState) => {
  const me = useMe()
  const searched = useDebounced(manager.search)
  return useMemo(
    () => ({
      open: buildFilter('open', manager, me),
      pending: buildFilter('pending', manager, me),
      closed: buildFilter('closed', manager, me),
      search: buildFilter('search', manager, me, searched),
    }),
    [manager, me, searched],
  )
}

/** What rows can do, with stable identity: they are memoised on it. */
export const useRowActions = (
  moves: TicketActions,
  selectedUuid: string | undefined,
  peek: ((ticket: TicketView) => void) | undefined,
  { openMenu, toggle }: Pick<RowActions, 'openMenu' | 'toggle'>,
) => {
  const latest = useRef({ moves, selectedUuid })
  latest.current = { moves, selectedUuid }
  return useMemo<RowActions>(
    () => ({
      accept: (ticket) => void latest.current.moves.accept(ticket),
      finish: (ticket) =>
        void latest.current.moves.resolve(ticket, ticket.uuid === latest.current.selectedUuid),
      reopen: (ticket) => void latest.current.moves.reopen(ticket),
      peek,
      openMenu,
      toggle,
    }),
    [peek, openMenu, toggle],
  )
}

/** Accepts the ticket that waits longest, of those that the list of waiting tickets shows. */
export const useAcceptNext = (moves: TicketActions, pending: TicketFilter) => {
  const { t } = useTranslation('tickets')
  const dispatch = useAppDispatch()
  const find = async () => {
    const asked = ticketsApi.endpoints.listTickets.initiate(
      { ...pending, order: 'longest-wait' },
      { subscribe: false, forceRefetch: true },
    )
    const [next] = flattenTickets(await dispatch(asked).unwrap())
    if (next) await moves.accept(next)
    else toast.info(t('waiting.none'))
  }
  return () => void find().catch(showError)
}

const asksForServing = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'list' in state && state.list === showServing.list

/** After accepting, the list switches to open tickets, unless the agent wants it to stay. */
export const useServingAfterAccept = (
  { waiting }: TicketsPageState,
  onChange: (next: Partial<TicketsPageState>) => void,
) => {
  const { state, key } = useLocation()
  useEffect(() => {
    if (asksForServing(state) && !waiting.staysAfterAccept) onChange({ tab: 'open', openTab: 'open' })
    // Once per navigation.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
}
