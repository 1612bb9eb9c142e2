import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useShortcuts, type Shortcut } from '../../lib/shortcuts'
import { FIND_FIELD } from './find-target'
import type { TicketCommand, TicketCommandId } from './ticket-commands'

export interface ChatShortcuts {
  commands: readonly TicketCommand[]
  isReplying: boolean
  onCancelReply: () => void
}

/** Escape cancels the reply, then leaves the field, then closes the ticket. */
const stepBack = (isReplying: boolean, onCancelReply: () => void, onClose: () => void) => {
  if (isReplying) return onCancelReply()
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches('input, textarea, [data-message]'))
    return focused.blur()
  onClose()
}

/* With the focus on a row of the list the key is for that one. */
const isForTicket = () => !document.activeElement?.closest('[data-ticket]')

/* The second press, in the find bar, is for the browser's own search. */
const isOutsideFindBar = () => document.activeElement?.id !== FIND_FIELD

const conditions: Partial<Record<TicketCommandId, () => boolean>> = {
  accept: isForTicket,
  find: isOutsideFindBar,
}

const toShortcut = ({ id, label, keys, show, run }: TicketCommand): Shortcut => ({
  id: `ticket-${id}`,
  keys,
  show,
  label,
  group: 'ticket',
  isCommand: true,
  when: conditions[id],
  run,
})

/** The keys of an open ticket, and what the palette offers for it. */
export const useChatShortcuts = ({ commands, isReplying, onCancelReply }: ChatShortcuts): void => {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  useShortcuts([
    ...commands.map(toShortcut),
    {
      id: 'ticket-close',
      keys: 'Escape',
      show: 'Esc',
      label: t('header.close'),
      group: 'ticket',
      anywhere: true,
      run: () => stepBack(isReplying, onCancelReply, () => void navigate('/tickets')),
    },
  ])
}
