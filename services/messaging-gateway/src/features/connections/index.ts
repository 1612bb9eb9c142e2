export * from './connection'
export { connectionChanged, connectionSessionChanged } from './connection-events'
export { knownConnection } from './known-connection'
export type { ConnectionStore, SupervisedConnection } from './connection.store'
