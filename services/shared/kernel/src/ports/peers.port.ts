import type { RpcClients } from './rpc-clients.port'

/** Identity of this process towards the others of its service. */
export interface Self {
  /** Owner name in leases; unique among running processes. */
  owner: string
  /** gRPC target of this process, not of its service. */
  rpcAddress: string
}

/**
 * What the host of a process says to a connection. `refused`: nobody listens there. A process that is suspended, starved, blocked or
 * without its database still listens: its kernel accepts. `unknown`: no answer in time, or no way to the host.
 */
export type ListeningState = 'listening' | 'refused' | 'unknown'

/** gRPC clients to one particular process of a service; `rpc` calls any of them. */
export interface Peers {
  messaging(rpcAddress: string): RpcClients['messaging']
  /** Connects and closes at once, without a call; answers within a second. Never rejects. */
  probe(rpcAddress: string): Promise<ListeningState>
}
