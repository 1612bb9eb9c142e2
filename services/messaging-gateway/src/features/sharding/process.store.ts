import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Self, Tx } from '@balcao/kernel'

/** A process that holds sessions, or may hold some. */
export interface GatewayProcess extends Self {
  /** Set while it shuts down: it hands over its sessions and takes none. */
  isDraining: boolean
}

/** As the last poll found it. */
export interface SeenProcess extends GatewayProcess {
  /** Since its last heartbeat. */
  silentMs: number
}

/** The process that holds a session, and the epoch of its lease. */
export interface SessionLocation extends Self {
  epoch: number
}

/**
 * The running processes of the gateway, by the database's clock. They
 * belong to no company: every method needs a platform transaction.
 */
export interface ProcessStore {
  /** One statement: stores this process's heartbeat and deletes rows older than `forgetAfterMs`. */
  beat(tx: Tx, self: GatewayProcess, forgetAfterMs: number): Promise<void>
  /** Processes with a heartbeat within `aliveForMs`, by owner. */
  listAlive(tx: Tx, aliveForMs: number): Promise<SeenProcess[]>
  /** Deletes the process's row unless it has had a heartbeat within `silentMs`; whether this call did. */
  dropSilent(tx: Tx, owner: string, silentMs: number): Promise<boolean>
  leave(tx: Tx, owner: string): Promise<void>
  /** The process that holds the connection's session, for a connection of this company. */
  find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<SessionLocation | undefined>
}
