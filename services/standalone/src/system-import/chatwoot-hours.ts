import { weekdays } from '@balcao/contracts'

import type { SourceDatabase } from './source-database'
import { toWeek, type SourceHours } from './source-hours'

/** Hours of the first inbox that has them. */
export async function readChatwootHours(
  db: SourceDatabase,
  account: number,
): Promise<SourceHours | undefined> {
  if (!db.hasTable('working_hours') || !db.has('inboxes', 'working_hours_enabled')) return undefined
  const zone = db.has('inboxes', 'timezone') ? 'i.timezone' : 'NULL'
  const rows = await db.rows<{ inbox: number; zone: string; day: number; from: string; to: string }>(
    `SELECT i.id AS inbox, coalesce(${zone}, '') AS zone, h.day_of_week AS day,
       to_char(make_time(h.open_hour, h.open_minutes, 0), 'HH24:MI') AS from, to_char(make_time(h.close_hour, h.close_minutes, 0), 'HH24:MI') AS to
     FROM inboxes i JOIN working_hours h ON h.inbox_id = i.id
     WHERE i.account_id = ${account} AND i.working_hours_enabled AND NOT coalesce(h.closed_all_day, false)
       AND h.open_hour IS NOT NULL AND h.close_hour IS NOT NULL ORDER BY i.id, h.day_of_week`,
  )
  const [first] = rows
  const shifts = rows.flatMap(({ inbox, day: number, from, to }) => {
    const day = weekdays[(number + 6) % 7]
    return inbox === first?.inbox && day ? [{ day, from, to }] : []
  })
  return toWeek(shifts, { timeZone: first?.zone ?? '', hasMore: false })
}
