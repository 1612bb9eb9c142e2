export { QueueSelect } from './queue-select'
export { formatRowPreview } from './row-preview'
export { TicketsPage } from './tickets-page'
