export * from './connection'
export { connectionChanged, connectionSessionChanged } from './connection-events'
export { readConnection } from './read-connection'
export type { ConnectionStore, SupervisedConnection } from './connection.store'
