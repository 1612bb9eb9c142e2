import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Self, Tx } from '@balcao/kernel'

/** A process that holds sessions, or may. */
export interface GatewayProcess extends Self {
  /** It is shutting down: it hands over its sessions and takes none. */
  isDraining: boolean
}

/** The process that holds a session, and the epoch of its lease. */
export interface SessionLocation extends Self {
  epoch: number
}

/**
 * The processes of the gateway that are alive, by the database's clock. They belong to no company: everything here needs a
 * platform transaction.
 */
export interface ProcessStore {
  /** One statement: this process is alive, and rows not seen for `forgetAfterMs` are gone. */
  beat(tx: Tx, self: GatewayProcess, forgetAfterMs: number): Promise<void>
  /** Seen within `aliveForMs`, by owner. */
  listAlive(tx: Tx, aliveForMs: number): Promise<GatewayProcess[]>
  leave(tx: Tx, owner: string): Promise<void>
  /** The living holder of the connection, if it is this company's. */
  find(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<SessionLocation | undefined>
}
