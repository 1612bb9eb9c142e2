import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { ReadMark, ReadMarkStore } from '../../features/outbound/read-mark.store'
import { readMarks } from './read-mark-table'

/** Read marks that wait for a connected session. */
export class PgReadMarkStore implements ReadMarkStore {
  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    mark: Omit<ReadMark, 'id'>,
  ): Promise<void> {
    await execute(tx, readMarks.insertion({ ...mark, companyId, connectionId }))
  }

  list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, limit: number): Promise<ReadMark[]> {
    return readMarks.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} ORDER BY id LIMIT ${limit}`,
    )
  }

  async delete(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    ids: readonly number[],
  ): Promise<void> {
    await execute(
      tx,
      sql`DELETE FROM read_marks WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND id = ANY (${ids})`,
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await execute(tx, sql`DELETE FROM read_marks WHERE created_at < ${before}`)
  }
}
