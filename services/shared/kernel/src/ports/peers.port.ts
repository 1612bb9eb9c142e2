import type { RpcClients } from './rpc-clients.port'

/** This process, as the others of its service know it. */
export interface Self {
  /** Under which it holds leases; no other process has it at the same time. */
  owner: string
  /** gRPC target of this process alone, not of its service. */
  rpcAddress: string
}

/** One particular process of a service, where it matters which: `rpc` asks any of them. */
export interface Peers {
  messaging(rpcAddress: string): RpcClients['messaging']
}
