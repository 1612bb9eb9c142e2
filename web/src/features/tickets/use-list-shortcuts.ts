import type { TicketView } from '@balcao/contracts'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useShortcuts } from '../../lib/shortcuts'
import { listFocus } from '../conversation'
import type { ListedRows } from './ticket-list'
import type { TicketsPageState, TicketsTab } from './tickets-page.slice'

export interface ListShortcuts {
  manager: TicketsPageState
  rows: RefObject<ListedRows>
  selectedUuid: string | undefined
  onAccept: (ticket: TicketView) => void
  onAcceptNext: () => void
  onChange: (next: Partial<TicketsPageState>) => void
  onNew: () => void
}

/** The ticket `step` rows away from this one, waiting or not. */
export const findNeighbour = (
  rows: TicketView[],
  fromUuid: string | undefined,
  step: 1 | -1,
): TicketView | undefined => {
  const at = rows.findIndex(({ uuid }) => uuid === fromUuid)
  return at === -1 ? rows[step === 1 ? 0 : rows.length - 1] : rows[at + step]
}

/* The ticket of the row that has the focus. */
const findFocused = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']

/** The keys of the ticket manager. */
export const useListShortcuts = (options: ListShortcuts): void => {
  const { manager, rows, selectedUuid, onAccept, onAcceptNext, onChange, onNew } = options
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  // A waiting ticket is not opened: its row has the focus. A letter leaves the focus in the list, where the next one is no text.
  const moveTo = (step: 1 | -1, isLetter: boolean) => () => {
    const next = findNeighbour(rows.current.tickets, findFocused() ?? selectedUuid, step)
    if (!next) return
    const isWaiting = next.status === 'pending'
    if (isWaiting || isLetter) rows.current.focus(next)
    if (!isWaiting) void navigate(`/tickets/${next.uuid}`, { state: isLetter ? listFocus : undefined })
  }
  const acceptFocused = () => {
    const uuid = findFocused()
    const ticket = rows.current.tickets.find((row) => row.uuid === uuid && row.status === 'pending')
    if (ticket) onAccept(ticket)
  }
  const search = () => {
    onChange({ tab: 'search' })
    requestAnimationFrame(() => document.getElementById('ticket-search')?.focus())
  }
  const key = (id: string, [keys, show]: [string, string], label: string, run: () => void) => ({
    id: `list-${id}`,
    keys,
    show,
    label,
    group: 'list' as const,
    run,
  })
  const tab = (digit: number, value: TicketsTab) =>
    key(`tab-${value}`, [`Alt+Digit${digit}`, `Alt ${digit}`], t(`manager.${value}`), () =>
      onChange({ tab: value }),
    )
  useShortcuts([
    key('previous', ['Alt+ArrowUp', 'Alt ↑'], t('manager.previous'), moveTo(-1, false)),
    key('next', ['Alt+ArrowDown', 'Alt ↓'], t('manager.next'), moveTo(1, false)),
    key('previous-k', ['KeyK', 'K'], t('manager.previous'), moveTo(-1, true)),
    key('next-j', ['KeyJ', 'J'], t('manager.next'), moveTo(1, true)),
    key('accept', ['Alt+KeyA', 'Alt A'], t('manager.acceptFocused'), acceptFocused),
    {
      ...key('accept-next', ['Alt+Shift+KeyA', 'Alt Shift A'], t('manager.acceptNext'), onAcceptNext),
      isCommand: true,
    },
    key('search', ['/', '/'], t('manager.focusSearch'), search),
    { ...key('new', ['KeyN', 'N'], t('new.title'), onNew), isCommand: true },
    key('new-alt', ['Alt+KeyN', 'Alt N'], t('new.title'), onNew),
    tab(1, 'open'),
    tab(2, 'closed'),
    tab(3, 'search'),
    key('sub', ['Alt+KeyQ', 'Alt Q'], t('manager.switchWaiting'), () =>
      onChange({ tab: 'open', openTab: manager.openTab === 'open' ? 'pending' : 'open' }),
    ),
  ])
}
