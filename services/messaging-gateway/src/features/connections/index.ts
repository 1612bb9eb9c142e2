export * from './connection'
export { connectionChanged, connectionSessionChanged } from './connection-events'
export type { ConnectionStore, SupervisedConnection } from './connection.store'
