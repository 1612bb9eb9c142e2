export * from './connection'
export * from './connection.store'
export * from './require-offered'
