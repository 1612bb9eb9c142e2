import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Queued messages and starting sessions that make progress without a user. Every method needs a platform transaction. */
export interface UnfinishedWorkStore {
  /** Connections whose session is opening or has a command, or whose status is CONNECTED. */
  listStarting(
    tx: Tx,
    providers: readonly ConnectionProvider[],
  ): Promise<{ id: ConnectionId; isOpening: boolean }[]>
  /** Descriptions of the outbound rows that a session which is connected or opening will finish. */
  listUnfinished(tx: Tx, providers: readonly ConnectionProvider[]): Promise<string[]>
}
