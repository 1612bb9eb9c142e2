import type { CompanyId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, executeUnawaited, sql } from '@balcao/platform'

import type { TrackingChange, TrackingStore } from '../../features/tickets/tracking.store'

export class PgTrackingStore implements TrackingStore {
  write(tx: Tx, companyId: CompanyId, ticketId: TicketId, change: TrackingChange): void {
    const { connectionId, queueId, userId, queuedAt, startedAt, ratingAt, finishedAt } = change
    if (change.begins) {
      executeUnawaited(
        tx,
        sql`INSERT INTO ticket_trackings (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at)
          VALUES (${companyId}, ${ticketId}, ${connectionId}, ${queueId}, ${userId}, ${queuedAt ?? null}, ${startedAt ?? null})
          ON CONFLICT (company_id, ticket_id) WHERE finished_at IS NULL DO NOTHING`,
      )
      return
    }
    executeUnawaited(
      tx,
      sql`UPDATE ticket_trackings SET connection_id = ${connectionId}, queue_id = ${queueId}, user_id = ${userId},
          queued_at = coalesce(${queuedAt ?? null}::timestamptz, queued_at),
          started_at = CASE WHEN ${startedAt === undefined} THEN started_at ELSE ${startedAt ?? null}::timestamptz END,
          rating_at = coalesce(${ratingAt ?? null}::timestamptz, rating_at),
          finished_at = ${finishedAt ?? null}::timestamptz
        WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND finished_at IS NULL`,
    )
  }

  /* Who was served without waiting waited for no answer. */
  answer(tx: Tx, companyId: CompanyId, ticketId: TicketId, now: Date): void {
    executeUnawaited(
      tx,
      sql`UPDATE ticket_trackings SET answered_at = ${now},
          answer_wait = CASE WHEN started_at > queued_at THEN ${now}::timestamptz - queued_at END
        WHERE company_id = ${companyId} AND ticket_id = ${ticketId} AND finished_at IS NULL AND answered_at IS NULL`,
    )
  }

  async rate(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    { rate, now }: { rate: number; now: Date },
  ): Promise<boolean> {
    const inserted = await execute(
      tx,
      sql`WITH rated AS (
          UPDATE ticket_trackings SET rated = true WHERE id = (
            SELECT id FROM ticket_trackings WHERE company_id = ${companyId} AND ticket_id = ${ticketId}
              AND finished_at IS NOT NULL ORDER BY finished_at DESC, id DESC LIMIT 1)
            AND rating_at IS NOT NULL AND NOT rated AND user_id IS NOT NULL RETURNING user_id)
        INSERT INTO user_ratings (company_id, ticket_id, user_id, rate, created_at)
        SELECT ${companyId}::int, ${ticketId}::bigint, user_id, ${rate}::smallint, ${now}::timestamptz FROM rated`,
    )
    return inserted > 0
  }
}
