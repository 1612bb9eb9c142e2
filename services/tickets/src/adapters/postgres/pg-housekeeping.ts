import { companyId, messageId } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { Erasure, HousekeepingStore, OrphanFinder } from '../../features/housekeeping/housekeeping.store'

/** Sweeps look at every company at once, so all of it runs in the platform's scope. */
export class PgHousekeeping implements HousekeepingStore, OrphanFinder {
  constructor(private readonly db: Database) {}

  async erasures(most: number): Promise<Erasure[]> {
    const sql = 'SELECT company_id, message_id, erase_media FROM erasures ORDER BY requested_at LIMIT $1'
    const rows = await this.db.asPlatform((tx) =>
      query<{ company_id: number; message_id: string; erase_media: boolean }>(tx, sql, [most]),
    )
    return rows.map((row) => ({
      companyId: companyId(row.company_id),
      messageId: messageId(row.message_id),
      erasesMedia: row.erase_media,
    }))
  }

  async finishErasures(erasures: readonly Erasure[]): Promise<void> {
    const values = [
      erasures.map((erasure) => erasure.companyId),
      erasures.map((erasure) => erasure.messageId),
    ]
    await this.db.asPlatform(async (tx) => {
      for (const [table, id] of [
        ['message_documents', 'id'],
        ['erasures', 'message_id'],
      ]) {
        const sql = `DELETE FROM ${table} x USING unnest($1::int[], $2::uuid[]) AS gone (company_id, id) WHERE x.company_id = gone.company_id AND x.${id} = gone.id`
        await execute(tx, sql, values)
      }
    })
  }

  async wishOrphansErased(candidates: readonly Pick<Erasure, 'companyId' | 'messageId'>[]): Promise<number> {
    if (candidates.length === 0) return 0
    const sql = `INSERT INTO erasures (company_id, message_id, erase_media) SELECT d.company_id, d.id, false FROM unnest($1::int[], $2::uuid[]) AS d (company_id, id)
      WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = d.id AND m.company_id = d.company_id)
      ON CONFLICT DO NOTHING`
    const values = [candidates.map((one) => one.companyId), candidates.map((one) => one.messageId)]
    return this.db.asPlatform((tx) => execute(tx, sql, values))
  }

  findOrphans(before: Date, after: Date): Promise<number> {
    const sql = `INSERT INTO erasures (company_id, message_id, erase_media) SELECT d.company_id, d.id, false FROM message_documents d
      WHERE d.created_at < $1 AND d.created_at >= $2 AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.id = d.id AND m.company_id = d.company_id)
      ON CONFLICT DO NOTHING`
    return this.db.asPlatform((tx) => execute(tx, sql, [before, after]))
  }

  async forget(acksBefore: Date, sendsBefore: Date): Promise<void> {
    await this.db.asPlatform(async (tx) => {
      await execute(tx, 'DELETE FROM pending_acks WHERE received_at < $1', [acksBefore])
      await execute(tx, 'DELETE FROM message_requests WHERE requested_at < $1', [acksBefore])
      await execute(tx, 'DELETE FROM contact_sends WHERE created_at < $1', [sendsBefore])
    })
  }
}
