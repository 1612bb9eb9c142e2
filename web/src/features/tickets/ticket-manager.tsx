import Button from '@mui/material/Button'
import type { TicketView } from '@balcao/contracts'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppDispatch, useAppSelector, useMe } from '../../data/hooks'
import { flattenTickets, selectTicketCount } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import { can } from '../../lib/can'
import { lateToOpen } from '../../ui/late'
import { NewTicketDialog, PeekDialog, TransferDialog, type TicketActions } from '../conversation'
import {
  countFilters,
  managerChanged,
  searchCleared,
  selectManager,
  type TicketsPageState,
} from './tickets-page.slice'
import { ListHead } from './list-head'
import { useBulk } from './use-bulk'
import { noRows, TicketList, type ListedRows } from './ticket-list'
import { useListShortcuts } from './use-list-shortcuts'
import { useAcceptNext, useFilters, useRowActions, useServingAfterAccept } from './use-ticket-manager'
import './ticket-manager.css'

const RowMenu = lateToOpen(async () => (await import('./row-menu')).RowMenu)

interface OpenRowMenu {
  ticket: TicketView
  anchor: HTMLElement
}

export interface TicketManagerProps {
  selectedUuid: string | undefined
  moves: TicketActions
}

/* What a list without tickets says, and the way to another. */
const useEmptyList = (manager: TicketsPageState, pendingCount: number | undefined) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const dispatch = useAppDispatch()
  const { tab, openTab } = manager
  const isUnfiltered = tab === 'open' && manager.queueIds === null && manager.bot === ''
  const isNarrowed = tab === 'search' && (manager.search !== '' || countFilters(manager) > 0)
  return {
    text: isUnfiltered ? t(`list.${openTab === 'open' ? 'emptyServing' : 'emptyWaiting'}`) : undefined,
    action: isNarrowed ? (
      <Button onClick={() => dispatch(searchCleared())}>{common('actions.clearSearch')}</Button>
    ) : tab === 'open' && openTab === 'open' && pendingCount ? (
      <Button variant="contained" onClick={() => dispatch(managerChanged({ openTab: 'pending' }))}>
        {t('list.seeWaiting', { count: pendingCount })}
      </Button>
    ) : null,
  }
}

/** Tabs, search, filters and lists of tickets. */
export const TicketManager = ({ selectedUuid, moves }: TicketManagerProps) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const dispatch = useAppDispatch()
  const manager = useAppSelector(selectManager)
  const filters = useFilters(manager)
  const [isCreating, setCreating] = useState(false)
  const [peeked, setPeeked] = useState<TicketView | null>(null)
  const rows = useRef<ListedRows>(noRows)
  const change = (next: Partial<TicketsPageState>) => void dispatch(managerChanged(next))
  const [rowMenu, setRowMenu] = useState<OpenRowMenu | null>(null)
  const openMenu = useCallback(
    (ticket: TicketView, anchor: HTMLElement) => setRowMenu({ ticket, anchor }),
    [],
  )
  const pending = useListTicketsInfiniteQuery(filters.pending).data
  const waiting = flattenTickets(pending)
  const bulk = useBulk(waiting)
  const [isTransferring, setTransferring] = useState(false)
  const { toggle } = bulk
  const peek = can(me, 'ticket:peek') ? setPeeked : undefined
  const actions = useRowActions(moves, selectedUuid, peek, { openMenu, toggle })
  const openCount = selectTicketCount(useListTicketsInfiniteQuery(filters.open).data)
  const pendingCount = selectTicketCount(pending)
  useServingAfterAccept(manager, change)
  useListShortcuts({
    manager,
    rows,
    selectedUuid,
    onAccept: actions.accept,
    onAcceptNext: useAcceptNext(moves, filters.pending),
    onChange: change,
    onNew: () => setCreating(true),
  })

  const list = manager.tab === 'open' ? manager.openTab : manager.tab
  const empty = useEmptyList(manager, pendingCount)

  return (
    <section className="manager" id="ticket-list" tabIndex={-1} aria-label={t('manager.title')}>
      <ListHead
        manager={manager}
        openCount={openCount}
        pendingCount={pendingCount}
        bulk={bulk}
        listed={waiting.length}
        onChange={change}
        onNew={() => setCreating(true)}
        onTransfer={() => setTransferring(true)}
      />
      <div id="ticket-list-panel" role="tabpanel" className="manager__panel" aria-label={t('manager.title')}>
        <TicketList
          key={list}
          filter={filters[list]}
          label={t('manager.title')}
          selectedUuid={selectedUuid}
          movingId={moves.moving?.ticketId}
          actions={actions}
          chosen={list === 'pending' && bulk.isChoosing ? bulk.chosen : undefined}
          emptyText={empty.text}
          emptyAction={empty.action}
          onRows={(listed) => {
            rows.current = listed
          }}
        />
      </div>
      <RowMenu
        open={rowMenu !== null}
        ticket={rowMenu?.ticket}
        anchor={rowMenu?.anchor}
        actions={actions}
        onClose={() => setRowMenu(null)}
      />
      {isCreating ? <NewTicketDialog onClose={() => setCreating(false)} /> : null}
      {isTransferring && bulk.chosen[0] ? (
        <TransferDialog
          ticket={bulk.chosen[0]}
          onChosen={(patch) => void bulk.transfer(patch)}
          onClose={() => setTransferring(false)}
        />
      ) : null}
      {peeked ? <PeekDialog ticket={peeked} onClose={() => setPeeked(null)} /> : null}
    </section>
  )
}
