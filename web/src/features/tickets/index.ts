export { TicketsPage } from './tickets-page'
