import AddOutlined from '@mui/icons-material/AddOutlined'
import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import type { TicketView } from '@balcao/contracts'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useAppDispatch, useAppSelector, useMe } from '../../data/hooks'
import { flattenTickets, selectTicketCount } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import { can } from '../../lib/can'
import { late, lateToOpen } from '../../ui/late'
import { NewTicketDialog, PeekDialog, TransferDialog, type TicketActions } from '../conversation'
import {
  countFilters,
  managerChanged,
  searchCleared,
  selectManager,
  showsAll,
  type TicketsPageState,
} from './tickets-page.slice'
import { QueueSelect } from './queue-select'
import { TabList } from './tab-list'
import { useBulk } from './use-bulk'
import { noRows, TicketList, type ListedRows } from './ticket-list'
import { useListShortcuts } from './use-list-shortcuts'
import { useAcceptNext, useFilters, useRowActions, useServingAfterAccept } from './use-ticket-manager'
import './ticket-manager.css'

const tools = <div className="manager__waiting" />
const BulkBar = late(async () => (await import('./bulk-bar')).BulkBar, tools)
const WaitingTools = late(async () => (await import('./waiting-tools')).WaitingTools, tools)
const SearchFields = late(
  async () => (await import('./search-fields')).SearchFields,
  <div className="manager__search manager__search--empty" />,
)
const RowMenu = lateToOpen(async () => (await import('./row-menu')).RowMenu)

interface OpenRowMenu {
  ticket: TicketView
  anchor: HTMLElement
}

export interface TicketManagerProps {
  selectedUuid: string | undefined
  moves: TicketActions
}

const Count = ({ count, tone }: { count: number | undefined; tone?: 'amber' }) =>
  count === undefined ? null : (
    <span className="count-pill" data-tone={count > 0 ? tone : undefined}>
      {count}
    </span>
  )

/** Tabs, search, filters and lists of tickets. */
export const TicketManager = ({ selectedUuid, moves }: TicketManagerProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
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
  const isNarrowed = manager.tab === 'search' && (manager.search !== '' || countFilters(manager) > 0)
  const isUnfiltered = manager.tab === 'open' && manager.queueIds === null && manager.bot === ''
  const newButton = (
    <Button variant="contained" startIcon={<AddOutlined />} onClick={() => setCreating(true)}>
      {t('manager.new')}
    </Button>
  )

  return (
    <section className="manager" id="ticket-list" tabIndex={-1} aria-label={t('manager.title')}>
      <TabList
        label={t('manager.title')}
        className="manager__tabs"
        controls="ticket-list-panel"
        value={manager.tab}
        onChange={(tab) => change({ tab })}
        items={[
          { value: 'open', label: t('manager.open') },
          { value: 'closed', label: t('manager.closed') },
          { value: 'search', label: t('manager.search') },
        ]}
      />
      {manager.tab === 'search' ? <SearchFields manager={manager} onChange={change} /> : null}
      <div className="manager__tools">
        {newButton}
        <QueueSelect value={manager.queueIds} onChange={(queueIds) => change({ queueIds })} />
        {can(me, 'tickets-manager:showall') ? (
          <label className="manager__all">
            {t('manager.all')}
            <Switch checked={showsAll(manager, me)} onChange={(_event, showAll) => change({ showAll })} />
          </label>
        ) : null}
      </div>
      {manager.tab === 'open' ? (
        <TabList
          label={t('manager.open')}
          className="manager__sub"
          controls="ticket-list-panel"
          value={manager.openTab}
          onChange={(openTab) => change({ openTab })}
          items={[
            {
              value: 'open',
              label: (
                <>
                  {t('manager.serving')} <Count count={openCount} />
                </>
              ),
            },
            {
              value: 'pending',
              label: (
                <>
                  {t('manager.waiting')} <Count count={pendingCount} tone="amber" />
                </>
              ),
            },
          ]}
        />
      ) : null}
      {list === 'pending' ? (
        bulk.isChoosing ? (
          <BulkBar bulk={bulk} listed={waiting.length} onTransfer={() => setTransferring(true)} />
        ) : (
          <WaitingTools
            manager={manager}
            onChange={change}
            onSelect={waiting.length > 0 ? bulk.start : undefined}
          />
        )
      ) : null}
      <div id="ticket-list-panel" role="tabpanel" className="manager__panel" aria-label={t('manager.title')}>
        <TicketList
          key={list}
          filter={filters[list]}
          label={t('manager.title')}
          selectedUuid={selectedUuid}
          movingId={moves.moving?.ticketId}
          actions={actions}
          chosen={list === 'pending' && bulk.isChoosing ? bulk.chosen : undefined}
          emptyText={
            isUnfiltered
              ? t(`list.${manager.openTab === 'open' ? 'emptyServing' : 'emptyWaiting'}`)
              : undefined
          }
          emptyAction={
            isNarrowed ? (
              <Button onClick={() => dispatch(searchCleared())}>{common('actions.clearSearch')}</Button>
            ) : list === 'open' && pendingCount ? (
              <Button variant="contained" onClick={() => change({ openTab: 'pending' })}>
                {t('list.seeWaiting', { count: pendingCount })}
              </Button>
            ) : null
          }
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
