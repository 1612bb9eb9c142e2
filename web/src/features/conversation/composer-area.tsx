import Button from '@mui/material/Button'
import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { TicketMoves } from './actions/use-ticket-moves'
import { Composer, type ComposerProps } from './composer/composer'

export interface ComposerAreaProps extends ComposerProps {
  moves: TicketMoves
}

const ClosedBar = ({ ticket, moves }: { ticket: TicketView; moves: TicketMoves }) => {
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
export const ComposerArea = ({ moves, ...composer }: ComposerAreaProps) =>
  composer.ticket.status === 'open' ? (
    <Composer {...composer} />
  ) : (
    <ClosedBar ticket={composer.ticket} moves={moves} />
  )
