import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Row } from '@balcao/platform'

import type {
  PasswordMail,
  PasswordResetStore,
  ResetCode,
} from '../../features/password-reset/password-reset.store'
import { passwordCodes, passwordMails } from './password-reset-tables'

export class PgPasswordResetStore implements PasswordResetStore {
  async enqueueMail(tx: Tx, mail: Omit<PasswordMail, 'tries'>, sendAt = mail.requestedAt): Promise<void> {
    await execute(
      tx,
      sql`${passwordMails.insertion({ ...mail, tries: 0 }, { next_try_at: sendAt })}
        ON CONFLICT (email, kind) DO UPDATE SET requested_at = excluded.requested_at,
          next_try_at = LEAST(password_mails.next_try_at, excluded.next_try_at)`,
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

  async delayMail(tx: Tx, { id }: PasswordMail, nextTryAt: Date): Promise<void> {
    await execute(tx, sql`UPDATE password_mails SET next_try_at = ${nextTryAt} WHERE id = ${id}`)
  }

  async addCode(tx: Tx, code: ResetCode, { now, expiresAt }: { now: Date; expiresAt: Date }): Promise<void> {
    const { companyId, userId } = code
    await execute(
      tx,
      sql`DELETE FROM password_codes WHERE company_id = ${companyId} AND user_id = ${userId} AND expires_at <= ${now}`,
    )
    await execute(tx, passwordCodes.insertion({ ...code, expiresAt }))
  }

  async findLastExpiry(
    tx: Tx,
    { companyId, userId }: Pick<ResetCode, 'companyId' | 'userId'>,
    now: Date,
  ): Promise<Date | undefined> {
    const [last] = await passwordCodes.find(
      tx,
      sql`WHERE company_id = ${companyId} AND user_id = ${userId} AND expires_at > ${now} ORDER BY expires_at DESC LIMIT 1`,
    )
    return last?.expiresAt
  }

  async findCode(tx: Tx, email: string, codeHash: string, now: Date): Promise<ResetCode | undefined> {
    const [row] = await query<Row>(
      tx,
      sql`SELECT ${passwordCodes.columnsOf('p')}
        FROM password_codes p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
        WHERE u.email = ${email} AND u.email_confirmed AND u.active AND p.code_hash = ${codeHash} AND p.expires_at > ${now}`,
    )
    return row && passwordCodes.read(row)
  }

  async consume(tx: Tx, { companyId, userId, codeHash }: ResetCode): Promise<boolean> {
    const deleted = await query<{ code_hash: string }>(
      tx,
      sql`DELETE FROM password_codes WHERE company_id = ${companyId} AND user_id = ${userId} RETURNING code_hash`,
    )
    return deleted.some((row) => row.code_hash === codeHash)
  }
}
