import { execute } from '@balcao/platform'

import type { ShownUsers } from '../../features/fanout/shown-users.store'

export const pgShownUsers: ShownUsers = {
  advance: async (tx, companyId, { id, revision }) =>
    (await execute(
      tx,
      `INSERT INTO shown_users AS known (company_id, user_id, revision) VALUES ($1, $2, $3)
       ON CONFLICT (company_id, user_id) DO UPDATE SET revision = excluded.revision
       WHERE known.revision <= excluded.revision AND NOT known.deleted`,
      [companyId, id, revision],
    )) > 0,

  end: async (tx, companyId, userId) => {
    await execute(
      tx,
      `INSERT INTO shown_users (company_id, user_id, revision, deleted) VALUES ($1, $2, 0, true)
       ON CONFLICT (company_id, user_id) DO UPDATE SET deleted = true`,
      [companyId, userId],
    )
  },
}
