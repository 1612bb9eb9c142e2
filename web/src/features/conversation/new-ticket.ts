export { NewTicketDialog } from './actions/new-ticket-dialog'
