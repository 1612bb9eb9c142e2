/* Dialogs of a ticket, for its own screen and for the list of tickets. */
import { late } from '../../ui/late'

export const PeekDialog = late(async () => (await import('./peek-dialog')).PeekDialog)
export const NewTicketDialog = late(async () => (await import('./actions/new-ticket-dialog')).NewTicketDialog)
export const TransferDialog = late(async () => (await import('./actions/transfer-dialog')).TransferDialog)
export const SendTemplateDialog = late(
  async () => (await import('./templates/send-template-dialog')).SendTemplateDialog,
)
