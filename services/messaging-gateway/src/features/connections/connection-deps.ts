import type { CompanyId, ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { ConnectionStore } from './connection.store'

export interface ConnectionDeps extends Pick<ServicePorts, 'db' | 'events' | 'rpc' | 'clock' | 'ids'> {
  connections: ConnectionStore
  /** How many connections the company's plan allows. */
  maxConnections(companyId: CompanyId): Promise<number>
  defaultProvider: ConnectionProvider
  /** Whether this process has a driver of the provider. */
  hasDriver(provider: ConnectionProvider): boolean
  /** Hints that a session has a command; the supervisor's poll finds it anyway. */
  nudge(): void
  /** Fails what is queued on a connection that is deleted. In the deleting transaction. */
  failQueued: FailQueued
}

export type FailQueued = (tx: Tx, companyId: CompanyId, connectionId: ConnectionId) => Promise<void>
