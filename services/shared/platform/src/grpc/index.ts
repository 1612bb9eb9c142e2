export * from './entitlements'
export * from './implement-rpc'
export * from './rpc-clients'
export { startRpcServer, type RpcServer } from './rpc-server'
