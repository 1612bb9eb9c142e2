import type { RpcClients } from './rpc-clients.port'

/** Identity of this process towards the others of its service. */
export interface Self {
  /** Owner name in leases; unique among running processes. */
  owner: string
  /** gRPC target of this process, not of its service. */
  rpcAddress: string
}

/** gRPC clients to one particular process of a service; `rpc` calls any of them. */
export interface Peers {
  messaging(rpcAddress: string): RpcClients['messaging']
}
