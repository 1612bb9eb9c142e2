import { companyId, userId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { SignUpNoticeStore, User } from '../../features/companies/sign-up-notice.store'

interface OwnerRow {
  company_id: number
  user_id: number
}

const toOwner = (row: OwnerRow) => ({ companyId: companyId(row.company_id), id: userId(row.user_id) })

export class PgSignUpNoticeStore implements SignUpNoticeStore {
  async record(tx: Tx, email: string, now: Date) {
    const [row] = await query<OwnerRow>(
      tx,
      `INSERT INTO sign_up_notices (company_id, user_id, asked_at)
       SELECT company_id, id, $2 FROM users WHERE email = $1
       ON CONFLICT (user_id) DO UPDATE SET asked_at = excluded.asked_at RETURNING company_id, user_id`,
      [email, now],
    )
    return row && toOwner(row)
  }

  async due(tx: Tx, mailedBefore: Date, limit: number) {
    const rows = await query<OwnerRow & { email: string }>(
      tx,
      `SELECT n.company_id, n.user_id, u.email
       FROM sign_up_notices n JOIN users u ON u.company_id = n.company_id AND u.id = n.user_id
       WHERE u.active AND (n.mailed_at IS NULL OR n.asked_at > n.mailed_at AND n.mailed_at < $1)
       ORDER BY n.asked_at LIMIT $2`,
      [mailedBefore, limit],
    )
    return rows.map((row) => ({ ...toOwner(row), email: row.email }))
  }

  async setMailed(tx: Tx, user: Pick<User, 'companyId' | 'id'>, now: Date): Promise<void> {
    await execute(tx, 'UPDATE sign_up_notices SET mailed_at = $3 WHERE company_id = $1 AND user_id = $2', [
      user.companyId,
      user.id,
      now,
    ])
  }
}
