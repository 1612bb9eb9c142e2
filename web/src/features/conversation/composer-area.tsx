import Button from '@mui/material/Button'
import type { MessageView, TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { late } from '../../ui/late'
import type { TicketActions } from './actions/use-ticket-actions'
import { Composer, type ComposerProps } from './composer/composer'
import { AnswerWindow } from './answer-window-note'

const EditComposer = late(async () => (await import('./composer/edit-composer')).EditComposer)

export interface ComposerAreaProps extends ComposerProps {
  moves: TicketActions
  /** The message that is being edited; null while a new one is written. */
  editing: MessageView | null
  onEdited: () => void
}

const ClosedBar = ({ ticket, moves }: { ticket: TicketView; moves: TicketActions }) => {
  const { t } = useTranslation('tickets')
  const isPending = ticket.status === 'pending'
  return (
    <div className="composer-bar">
      <span>{t('composer.closed')}</span>
      <Button
        variant="contained"
        size="small"
        loading={moves.moving?.ticketId === ticket.id}
        onClick={() => void (isPending ? moves.accept(ticket) : moves.reopen(ticket))}
      >
        {t(isPending ? 'moves.accept' : 'moves.reopen')}
      </Button>
    </div>
  )
}

/** The composer of an open ticket; otherwise one sentence and the button that opens it. */
export const ComposerArea = ({ moves, editing, onEdited, ...composer }: ComposerAreaProps) => {
  if (composer.ticket.status !== 'open') return <ClosedBar ticket={composer.ticket} moves={moves} />
  if (editing)
    return <EditComposer key={editing.id} message={editing} field={composer.field} onDone={onEdited} />
  return (
    <AnswerWindow ticket={composer.ticket} onTemplate={composer.onTemplate}>
      <Composer {...composer} />
    </AnswerWindow>
  )
}
