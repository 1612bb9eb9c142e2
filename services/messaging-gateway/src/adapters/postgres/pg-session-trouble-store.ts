import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { SessionTroubled, SessionTroubleStore } from '../../features/sessions/session-troubles.store'

export class PgSessionTroubleStore implements SessionTroubleStore {
  async add(tx: Tx, companyId: CompanyId, { connectionId, kind, at }: SessionTroubled): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO session_troubles (company_id, connection_id, kind, happened_at)
        VALUES (${companyId}, ${connectionId}, ${kind}, ${at})`,
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await execute(tx, sql`DELETE FROM session_troubles WHERE happened_at < ${before}`)
  }
}
