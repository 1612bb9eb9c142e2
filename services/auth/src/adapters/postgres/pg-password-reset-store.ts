import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Row } from '@balcao/platform'

import type {
  PasswordMail,
  PasswordResetStore,
  ResetCode,
} from '../../features/password-reset/password-reset.store'
import { passwordMails, resetCodes } from './password-reset-tables'

export class PgPasswordResetStore implements PasswordResetStore {
  async enqueueMail(tx: Tx, mail: Omit<PasswordMail, 'tries'>): Promise<void> {
    await execute(
      tx,
      sql`${passwordMails.insertion({ ...mail, tries: 0 }, { next_try_at: mail.requestedAt })}
        ON CONFLICT (email, kind) DO UPDATE SET requested_at = excluded.requested_at, next_try_at = excluded.next_try_at`,
    )
  }

  listDueMails(tx: Tx, now: Date, limit: number): Promise<PasswordMail[]> {
    return passwordMails.find(tx, sql`WHERE next_try_at <= ${now} ORDER BY next_try_at LIMIT ${limit}`)
  }

  async postponeMail(tx: Tx, { id }: PasswordMail, nextTryAt: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE password_mails SET tries = tries + 1, next_try_at = ${nextTryAt} WHERE id = ${id}`,
    )
  }

  async removeMail(tx: Tx, { id, requestedAt }: PasswordMail): Promise<void> {
    await execute(tx, sql`DELETE FROM password_mails WHERE id = ${id} AND requested_at = ${requestedAt}`)
  }

  async setCode(tx: Tx, code: ResetCode, expiresAt: Date): Promise<void> {
    await execute(
      tx,
      sql`${resetCodes.insertion(code, { tries: 0, expires_at: expiresAt })}
        ON CONFLICT (user_id) DO UPDATE SET code_hash = excluded.code_hash, tries = 0, expires_at = excluded.expires_at`,
    )
  }

  async countTry(tx: Tx, email: string, now: Date, maxTries: number): Promise<ResetCode | undefined> {
    const [row] = await query<Row>(
      tx,
      sql`UPDATE reset_codes r SET tries = r.tries + 1 FROM users u
        WHERE u.email = ${email} AND u.active AND r.company_id = u.company_id AND r.user_id = u.id
          AND r.expires_at > ${now} AND r.tries < ${maxTries}
        RETURNING ${resetCodes.columnsOf('r')}`,
    )
    return row && resetCodes.read(row)
  }

  async consume(tx: Tx, { companyId, userId, codeHash }: ResetCode): Promise<boolean> {
    const deleted = await execute(
      tx,
      sql`DELETE FROM reset_codes WHERE company_id = ${companyId} AND user_id = ${userId} AND code_hash = ${codeHash}`,
    )
    return deleted > 0
  }
}
