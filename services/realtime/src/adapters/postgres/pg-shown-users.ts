import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { ShownUsers } from '../../features/fanout/shown-users.store'

export class PgShownUsers implements ShownUsers {
  async advance(
    tx: Tx,
    companyId: CompanyId,
    { id, revision }: { id: number; revision: number },
  ): Promise<boolean> {
    const advanced = await execute(
      tx,
      sql`INSERT INTO shown_users AS known (company_id, user_id, revision) VALUES (${companyId}, ${id}, ${revision})
        ON CONFLICT (company_id, user_id) DO UPDATE SET revision = excluded.revision
        WHERE known.revision <= excluded.revision AND NOT known.deleted`,
    )
    return advanced > 0
  }

  async end(tx: Tx, companyId: CompanyId, userId: number): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO shown_users (company_id, user_id, revision, deleted) VALUES (${companyId}, ${userId}, 0, true)
        ON CONFLICT (company_id, user_id) DO UPDATE SET deleted = true`,
    )
  }
}
