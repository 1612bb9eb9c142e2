import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Row } from '@balcao/platform'

import type { SignUpNoticeStore, User } from '../../features/companies/sign-up-notice.store'
import { signUpNotices } from './sign-up-notice-table'

export class PgSignUpNoticeStore implements SignUpNoticeStore {
  async record(tx: Tx, email: string, now: Date) {
    const [row] = await query(
      tx,
      sql`INSERT INTO sign_up_notices (company_id, user_id, asked_at)
        SELECT company_id, id, ${now} FROM users WHERE email = ${email} AND email_confirmed
        ON CONFLICT (user_id) DO UPDATE SET asked_at = excluded.asked_at RETURNING ${signUpNotices.columns}`,
    )
    return row && signUpNotices.read(row)
  }

  async listDue(tx: Tx, mailedBefore: Date, limit: number) {
    const rows = await query<Row & { email: string }>(
      tx,
      sql`SELECT ${signUpNotices.columnsOf('n')}, u.email
        FROM sign_up_notices n JOIN users u ON u.company_id = n.company_id AND u.id = n.user_id
        WHERE u.active AND (n.mailed_at IS NULL OR n.asked_at > n.mailed_at AND n.mailed_at < ${mailedBefore})
        ORDER BY n.asked_at LIMIT ${limit}`,
    )
    return rows.map((row) => ({ ...signUpNotices.read(row), email: row.email }))
  }

  async setMailed(tx: Tx, { companyId, id }: Pick<User, 'companyId' | 'id'>, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE sign_up_notices SET mailed_at = ${now} WHERE company_id = ${companyId} AND user_id = ${id}`,
    )
  }
}
