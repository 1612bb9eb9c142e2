import { companyId as toCompanyId, userId as toUserId, type CompanyId, type UserId } from '@balcao/contracts'
import type { Clock, Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { AnnouncedPresence } from '../../features/presence/announced-presence.store'

export class PgAnnouncedPresence implements AnnouncedPresence {
  constructor(private readonly clock: Clock) {}

  async set(tx: Tx, companyId: CompanyId, userId: UserId, online: boolean): Promise<boolean> {
    const changed = await execute(
      tx,
      online
        ? sql`INSERT INTO announced_presence (company_id, user_id, announced_at)
            VALUES (${companyId}, ${userId}, ${this.clock.now()}) ON CONFLICT DO NOTHING`
        : sql`DELETE FROM announced_presence WHERE company_id = ${companyId} AND user_id = ${userId}`,
    )
    return changed > 0
  }

  async listOnline(tx: Tx): Promise<Map<CompanyId, UserId[]>> {
    const rows = await query<{ company_id: number; users: number[] }>(
      tx,
      sql`SELECT company_id, array_agg(user_id ORDER BY user_id) AS users FROM announced_presence GROUP BY company_id`,
    )
    return new Map(rows.map((row) => [toCompanyId(row.company_id), row.users.map(toUserId)]))
  }
}
