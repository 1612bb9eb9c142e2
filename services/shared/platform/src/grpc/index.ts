export * from './entitlements'
export * from './implement-rpc'
export * from './rpc-clients'
