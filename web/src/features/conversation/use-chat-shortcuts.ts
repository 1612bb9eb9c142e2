import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useShortcuts, type Shortcut } from '../../lib/shortcuts'
import type { TicketActions } from './actions/use-ticket-actions'

export interface ChatShortcuts {
  ticket: TicketView
  moves: TicketActions
  isReplying: boolean
  onCancelReply: () => void
  onTransfer: () => void
  onSchedule: () => void
  onNotes: () => void
  onAttach: () => void
  onTogglePanel: () => void
}

/** Escape cancels the reply, then leaves the field, then closes the ticket. */
const stepBack = (isReplying: boolean, onCancelReply: () => void, onClose: () => void) => {
  if (isReplying) return onCancelReply()
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches('input, textarea, [data-message]'))
    return focused.blur()
  onClose()
}

/** The keys of an open ticket. */
export const useChatShortcuts = (options: ChatShortcuts): void => {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const { ticket, moves } = options
  const { status } = ticket
  const alt = (key: string, id: string, label: string, run: () => void): Shortcut => ({
    id: `ticket-${id}`,
    keys: `Alt+Key${key}`,
    show: `Alt ${key}`,
    label,
    group: 'ticket',
    run,
  })
  // With the focus on a row of the list the key is for that one.
  const acceptOpen = () => {
    if (!document.activeElement?.closest('[data-ticket]')) void moves.accept(ticket)
  }
  useShortcuts([
    ...(status === 'pending' ? [alt('A', 'accept', t('moves.accept'), acceptOpen)] : []),
    ...(status === 'closed' ? [alt('A', 'reopen', t('moves.reopen'), () => void moves.reopen(ticket))] : []),
    ...(status === 'open'
      ? [
          alt('R', 'resolve', t('moves.resolve'), () => void moves.resolve(ticket, true)),
          alt('B', 'return', t('moves.return'), () => void moves.giveBack(ticket)),
          alt('U', 'attach', t('composer.attach'), options.onAttach),
        ]
      : []),
    ...(status === 'closed' ? [] : [alt('T', 'transfer', t('moves.transfer'), options.onTransfer)]),
    alt('S', 'schedule', t('menu.schedule'), options.onSchedule),
    alt('O', 'notes', t('menu.notes'), options.onNotes),
    alt('G', 'tags', t('tags.title'), () => document.getElementById('add-tag')?.click()),
    alt('I', 'panel', t('header.panel'), options.onTogglePanel),
    {
      id: 'ticket-close',
      keys: 'Escape',
      show: 'Esc',
      label: t('header.close'),
      group: 'ticket',
      anywhere: true,
      run: () => stepBack(options.isReplying, options.onCancelReply, () => void navigate('/tickets')),
    },
  ])
}
