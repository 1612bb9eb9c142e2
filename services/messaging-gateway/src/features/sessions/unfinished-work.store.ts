import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** What of the queue and of starting sessions makes progress without a person. All of it needs a platform transaction. */
export interface UnfinishedWorkStore {
  /** Connections whose session is opening or has a command, or whose row says CONNECTED. */
  listStarting(
    tx: Tx,
    providers: readonly ConnectionProvider[],
  ): Promise<{ id: ConnectionId; isOpening: boolean }[]>
  /** Outbound rows that a connected session will finish, described. */
  listUnfinished(tx: Tx, providers: readonly ConnectionProvider[]): Promise<string[]>
}
