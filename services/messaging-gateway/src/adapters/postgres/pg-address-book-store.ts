import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { AddressBookEntry, AddressBookStore } from '../../features/address-book/address-book.store'

export class PgAddressBookStore implements AddressBookStore {
  async save(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    entries: readonly AddressBookEntry[],
    now: Date,
  ): Promise<void> {
    // Sorted: two transactions that write the same numbers lock them in the same order and cannot deadlock.
    const sorted = entries.toSorted((left, right) => (left.number < right.number ? -1 : 1))
    await execute(
      tx,
      sql`INSERT INTO address_book AS b (company_id, connection_id, number, name, updated_at)
        SELECT ${companyId}, ${connectionId}, number, name, ${now} FROM unnest(
          ${sorted.map(({ number }) => number)}::text[], ${sorted.map(({ name }) => name)}::text[]) AS entry (number, name)
        ON CONFLICT (company_id, connection_id, number) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at
          WHERE b.name <> excluded.name`,
    )
  }

  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, most: number): Promise<AddressBookEntry[]> {
    return query(
      tx,
      sql`SELECT number, name FROM address_book WHERE company_id = ${companyId} AND connection_id = ${connectionId}
        ORDER BY lower(name), number LIMIT ${most}`,
    )
  }

  async clear(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await execute(
      tx,
      sql`DELETE FROM address_book WHERE company_id = ${companyId} AND connection_id = ${connectionId}`,
    )
  }
}
