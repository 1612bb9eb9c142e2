import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { ReadMark, ReadMarkStore } from '../../features/outbound/read-mark.store'

/** Read marks that wait for a line, in Postgres. */
export class PgReadMarkStore implements ReadMarkStore {
  async insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    mark: Omit<ReadMark, 'id'>,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO read_marks (company_id, connection_id, remote_jid, participant, wa_ids) VALUES ($1, $2, $3, $4, $5)`,
      [companyId, connectionId, mark.remoteJid, mark.participant, mark.waIds],
    )
  }

  async list(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, limit: number): Promise<ReadMark[]> {
    const rows = await query<{ id: number; remote_jid: string; participant: string; wa_ids: string[] }>(
      tx,
      `SELECT id, remote_jid, participant, wa_ids FROM read_marks WHERE company_id = $1 AND connection_id = $2 ORDER BY id LIMIT $3`,
      [companyId, connectionId, limit],
    )
    return rows.map((row) => ({
      id: row.id,
      remoteJid: row.remote_jid,
      participant: row.participant,
      waIds: row.wa_ids,
    }))
  }

  async delete(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    ids: readonly number[],
  ): Promise<void> {
    await execute(
      tx,
      `DELETE FROM read_marks WHERE company_id = $1 AND connection_id = $2 AND id = ANY ($3)`,
      [companyId, connectionId, ids],
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await execute(tx, `DELETE FROM read_marks WHERE created_at < $1`, [before])
  }
}
