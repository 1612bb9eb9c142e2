export { ConnectionsPage } from './connections-page'
