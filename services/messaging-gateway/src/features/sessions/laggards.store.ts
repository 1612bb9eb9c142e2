import type { ConnectionId, ConnectionProvider } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** What of the queue and of starting sessions can still move by itself. All of it needs a platform transaction. */
export interface LaggardStore {
  /** Connections whose session is about to open (or commanded), or connected as far as anybody wrote down. */
  listAwake(
    tx: Tx,
    providers: readonly ConnectionProvider[],
  ): Promise<{ id: ConnectionId; isOpening: boolean }[]>
  /** Rows that a connected session will settle, by name. */
  listUnfinished(tx: Tx, providers: readonly ConnectionProvider[]): Promise<string[]>
}
