import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { ConfirmDialog } from '../../ui/confirm-dialog'
import { late } from '../../ui/late'
import { ContactDialog } from '../contacts'
import type { TicketActions } from './actions/use-ticket-actions'
import { NewTicketDialog, SendTemplateDialog, TransferDialog } from './dialogs'
import type { Person } from './thread/person'

const ScheduleDialog = late(async () => (await import('../schedules')).ScheduleDialog)

export type TicketDialog =
  | { kind: 'transfer' }
  | { kind: 'schedule' }
  | { kind: 'new'; person: Person }
  | { kind: 'contact'; person: Person }
  | { kind: 'edit-contact' }
  | { kind: 'delete' }
  | { kind: 'template' }

export interface TicketDialogsProps {
  ticket: TicketView
  moves: TicketActions
  /** The one that is open. */
  dialog: TicketDialog | null
  onClose: () => void
}

/** The dialogs of an open ticket, at most one of them shown. */
export const TicketDialogs = ({ ticket, moves, dialog, onClose }: TicketDialogsProps) => {
  const { t } = useTranslation('tickets')
  return (
    <>
      {dialog?.kind === 'transfer' ? <TransferDialog ticket={ticket} onClose={onClose} /> : null}
      {dialog?.kind === 'schedule' ? <ScheduleDialog contact={ticket.contact} onClose={onClose} /> : null}
      {dialog?.kind === 'new' ? <NewTicketDialog person={dialog.person} onClose={onClose} /> : null}
      {dialog?.kind === 'contact' ? <ContactDialog draft={dialog.person} onClose={onClose} /> : null}
      {dialog?.kind === 'template' ? <SendTemplateDialog ticket={ticket} onClose={onClose} /> : null}
      {dialog?.kind === 'edit-contact' ? <ContactDialog contact={ticket.contact} onClose={onClose} /> : null}
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        title={t('menu.deleteTicketTitle', { id: ticket.id, name: ticket.contact.name })}
        text={t('menu.deleteTicketText')}
        destructive
        onCancel={onClose}
        onConfirm={() => {
          onClose()
          void moves.destroy(ticket, true)
        }}
      />
    </>
  )
}
