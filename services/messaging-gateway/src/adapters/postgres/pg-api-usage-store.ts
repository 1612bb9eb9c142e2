import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type {
  ApiLimits,
  ApiUsage,
  ApiUsageStore,
  ApiWindows,
} from '../../features/external-api/api-usage.store'

export class PgApiUsageStore implements ApiUsageStore {
  async take(
    tx: Tx,
    companyId: CompanyId,
    { windows, messages, limits }: { windows: ApiWindows; messages: number; limits: ApiLimits },
  ): Promise<boolean> {
    const { minuteAt, dayAt } = windows
    await execute(
      tx,
      sql`INSERT INTO api_usage (company_id, minute_at, minute_messages, day_at, day_messages)
        VALUES (${companyId}, ${minuteAt}, 0, ${dayAt}, 0) ON CONFLICT (company_id) DO NOTHING`,
    )
    // The row is locked by the first of parallel calls; the others then see what it has counted.
    const taken = await execute(
      tx,
      sql`UPDATE api_usage SET
          minute_messages = CASE WHEN minute_at >= ${minuteAt} THEN minute_messages ELSE 0 END + ${messages},
          minute_at = GREATEST(minute_at, ${minuteAt}),
          day_messages = CASE WHEN day_at >= ${dayAt} THEN day_messages ELSE 0 END + ${messages},
          day_at = GREATEST(day_at, ${dayAt})
        WHERE company_id = ${companyId}
          AND (${limits.perMinute}::int = 0
            OR CASE WHEN minute_at >= ${minuteAt} THEN minute_messages ELSE 0 END + ${messages} <= ${limits.perMinute}::int)
          AND (${limits.perDay}::int = 0
            OR CASE WHEN day_at >= ${dayAt} THEN day_messages ELSE 0 END + ${messages} <= ${limits.perDay}::int)`,
    )
    return taken === 1
  }

  async giveBack(
    tx: Tx,
    companyId: CompanyId,
    { windows: { minuteAt, dayAt }, messages }: { windows: ApiWindows; messages: number },
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE api_usage SET
          minute_messages = CASE WHEN minute_at = ${minuteAt} THEN GREATEST(0, minute_messages - ${messages}) ELSE minute_messages END,
          day_messages = CASE WHEN day_at = ${dayAt} THEN GREATEST(0, day_messages - ${messages}) ELSE day_messages END
        WHERE company_id = ${companyId}`,
    )
  }

  async read(tx: Tx, companyId: CompanyId, { minuteAt, dayAt }: ApiWindows): Promise<ApiUsage> {
    const [row] = await query<ApiUsage>(
      tx,
      sql`SELECT CASE WHEN minute_at >= ${minuteAt} THEN minute_messages ELSE 0 END AS minute,
          CASE WHEN day_at >= ${dayAt} THEN day_messages ELSE 0 END AS day
        FROM api_usage WHERE company_id = ${companyId}`,
    )
    return row ?? { minute: 0, day: 0 }
  }
}
