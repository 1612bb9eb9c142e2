import { companyId as toCompanyId, userId as toUserId } from '@balcao/contracts'
import type { Clock } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { AnnouncedPresence } from '../../features/presence/announced-presence.store'

const TELL =
  'INSERT INTO announced_presence (company_id, user_id, announced_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'

export const createPgAnnouncedPresence = (clock: Clock): AnnouncedPresence => ({
  set: async (tx, companyId, userId, online) => {
    const changed = online
      ? await execute(tx, TELL, [companyId, userId, clock.now()])
      : await execute(tx, 'DELETE FROM announced_presence WHERE company_id = $1 AND user_id = $2', [
          companyId,
          userId,
        ])
    return changed > 0
  },

  all: async (tx) => {
    const rows = await query<{ company_id: number; users: number[] }>(
      tx,
      'SELECT company_id, array_agg(user_id ORDER BY user_id) AS users FROM announced_presence GROUP BY company_id',
    )
    return new Map(rows.map((row) => [toCompanyId(row.company_id), row.users.map(toUserId)]))
  },
})
