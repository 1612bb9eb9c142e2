import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, execute, sql } from '@balcao/platform'

import type { AddressBookEntry, AddressBookStore } from '../../features/address-book/address-book.store'
import { addressBook } from './address-book-table'
import { repositoryOf } from './tables'

export class PgAddressBookStore implements AddressBookStore {
  async save(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { entries, now }: { entries: readonly AddressBookEntry[]; now: Date },
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

  async list(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    most: number,
  ): Promise<AddressBookEntry[]> {
    const found = await repositoryOf(tx, addressBook)
      .createQueryBuilder('b')
      .where({ companyId, connectionId })
      .orderBy('lower(b.name)')
      .addOrderBy('b.number')
      .limit(most)
      .getMany()
    return found.map(({ number, name }) => ({ number, name }))
  }

  async clear(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<void> {
    await deleteRows(repositoryOf(tx, addressBook), { companyId, connectionId })
  }
}
