import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** A name that the phone's owner gave to a number. */
export interface AddressBookEntry {
  /** Digits. */
  number: string
  name: string
}

/** What phones have shown of their address books, per connection. */
export interface AddressBookStore {
  /** A name replaces an older one of its number. Numbers come at most once. */
  save(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    entries: readonly AddressBookEntry[],
    now: Date,
  ): Promise<void>
  /** By name, at most `most`. */
  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, most: number): Promise<AddressBookEntry[]>
  /** The phone behind the connection is another one now, or none. */
  clear(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void>
}
