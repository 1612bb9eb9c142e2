export * from './connection'
export * from './connection.store'
