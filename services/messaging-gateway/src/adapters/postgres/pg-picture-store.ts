import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { KnownPicture, PictureStore } from '../../features/lookups/picture.store'

/** Profile pictures that were asked for, in Postgres. */
export class PgPictureStore implements PictureStore {
  async find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    jid: string,
  ): Promise<KnownPicture | undefined> {
    const [row] = await query<{ key: string; hash: string; stale_key: string; asked_at: Date }>(
      tx,
      `SELECT key, hash, stale_key, asked_at FROM pictures WHERE company_id = $1 AND connection_id = $2 AND jid = $3`,
      [companyId, connectionId, jid],
    )
    return row && { jid, key: row.key, hash: row.hash, staleKey: row.stale_key, askedAt: row.asked_at }
  }

  async save(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    { jid, key, hash, staleKey, askedAt }: KnownPicture,
  ): Promise<void> {
    await execute(
      tx,
      `INSERT INTO pictures (company_id, connection_id, jid, key, hash, stale_key, asked_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (company_id, connection_id, jid)
       DO UPDATE SET key = excluded.key, hash = excluded.hash, stale_key = excluded.stale_key, asked_at = excluded.asked_at`,
      [companyId, connectionId, jid, key, hash, staleKey, askedAt],
    )
  }
}
