import type { CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { ConnectionStore } from './connection.store'

/** What the use cases of connections stand on. */
export interface ConnectionDeps extends Pick<ServicePorts, 'db' | 'events' | 'rpc' | 'clock' | 'ids'> {
  connections: ConnectionStore
  /** How many connections the company's plan allows. */
  maxConnections(companyId: CompanyId): Promise<number>
  defaultProvider: ConnectionProvider
  /** Whether this build can drive a provider's sessions. */
  hasDriver(provider: ConnectionProvider): boolean
  /** A hint that a session wants attention; the supervisor's poll is the truth. */
  nudge(): void
  /** Ends what still waits to be sent on a connection that is going away. In the deleting transaction. */
  failQueued: FailQueued
}

export type FailQueued = (tx: Tx, companyId: CompanyId, connectionId: ConnectionId) => Promise<void>
