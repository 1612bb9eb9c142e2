import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** A contact of the phone's address book. */
export interface AddressBookEntry {
  /** Digits. */
  number: string
  name: string
}

/** Address book entries that phones have synced, per connection. */
export interface AddressBookStore {
  /** A name replaces an older one of its number. `entries` has each number at most once. */
  save(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    synced: { entries: readonly AddressBookEntry[]; now: Date },
  ): Promise<void>
  /** By name, at most `most`. */
  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, most: number): Promise<AddressBookEntry[]>
  /** Called when the connection's device is unlinked. */
  clear(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
}
