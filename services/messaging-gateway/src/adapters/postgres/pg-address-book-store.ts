import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { AddressBookEntry, AddressBookStore } from '../../features/address-book/address-book.store'

/** Address books in Postgres. */
export class PgAddressBookStore implements AddressBookStore {
  async save(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    entries: readonly AddressBookEntry[],
    now: Date,
  ): Promise<void> {
    // In one order everywhere: two writers of the same numbers wait for each other instead of locking crosswise.
    const sorted = entries.toSorted((left, right) => (left.number < right.number ? -1 : 1))
    await execute(
      tx,
      `INSERT INTO address_book AS b (company_id, connection_id, number, name, updated_at)
       SELECT $1, $2, number, name, $5 FROM unnest($3::text[], $4::text[]) AS entry (number, name)
       ON CONFLICT (company_id, connection_id, number) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at
         WHERE b.name <> excluded.name`,
      [companyId, connectionId, sorted.map(({ number }) => number), sorted.map(({ name }) => name), now],
    )
  }

  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, most: number): Promise<AddressBookEntry[]> {
    return query(
      tx,
      `SELECT number, name FROM address_book WHERE company_id = $1 AND connection_id = $2 ORDER BY lower(name), number LIMIT $3`,
      [companyId, connectionId, most],
    )
  }

  async clear(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await execute(tx, `DELETE FROM address_book WHERE company_id = $1 AND connection_id = $2`, [
      companyId,
      connectionId,
    ])
  }
}
