import type { TicketView } from '@balcao/contracts'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useShortcuts, type Shortcut } from '../../lib/shortcuts'
import type { TicketsPageState, TicketsTab } from './tickets-page.slice'

export interface ListShortcuts {
  manager: TicketsPageState
  rows: RefObject<TicketView[]>
  selectedUuid: string | undefined
  onChange: (next: Partial<TicketsPageState>) => void
  onNew: () => void
}

/** The ticket `step` rows away from the open one; waiting tickets are skipped, they cannot be opened. */
export const findNeighbour = (
  rows: TicketView[],
  selectedUuid: string | undefined,
  step: 1 | -1,
): TicketView | undefined => {
  const openable = rows.filter(({ status }) => status !== 'pending')
  const at = openable.findIndex(({ uuid }) => uuid === selectedUuid)
  return at === -1 ? openable[step === 1 ? 0 : openable.length - 1] : openable[at + step]
}

/** The keys of the ticket manager. */
export const useListShortcuts = ({ manager, rows, selectedUuid, onChange, onNew }: ListShortcuts): void => {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const moveFocus = (step: 1 | -1) => () => {
    const next = findNeighbour(rows.current, selectedUuid, step)
    if (next) void navigate(`/tickets/${next.uuid}`)
  }
  const search = () => {
    onChange({ tab: 'search' })
    requestAnimationFrame(() => document.getElementById('ticket-search')?.focus())
  }
  const key = (id: string, keys: string, show: string, label: string, run: () => void): Shortcut => ({
    id: `list-${id}`,
    keys,
    show,
    label,
    group: 'ticket',
    run,
  })
  const tab = (digit: number, value: TicketsTab) =>
    key(`tab-${value}`, `Alt+Digit${digit}`, `Alt ${digit}`, t(`manager.${value}`), () =>
      onChange({ tab: value }),
    )
  useShortcuts([
    key('previous', 'Alt+ArrowUp', 'Alt ↑', t('manager.previous'), moveFocus(-1)),
    key('next', 'Alt+ArrowDown', 'Alt ↓', t('manager.next'), moveFocus(1)),
    key('previous-k', 'KeyK', 'K', t('manager.previous'), moveFocus(-1)),
    key('next-j', 'KeyJ', 'J', t('manager.next'), moveFocus(1)),
    key('search', '/', '/', t('manager.focusSearch'), search),
    key('new', 'KeyN', 'N', t('new.title'), onNew),
    key('new-alt', 'Alt+KeyN', 'Alt N', t('new.title'), onNew),
    tab(1, 'open'),
    tab(2, 'closed'),
    tab(3, 'search'),
    key('sub', 'Alt+KeyQ', 'Alt Q', t('manager.switchWaiting'), () =>
      onChange({ tab: 'open', openTab: manager.openTab === 'open' ? 'pending' : 'open' }),
    ),
  ])
}
