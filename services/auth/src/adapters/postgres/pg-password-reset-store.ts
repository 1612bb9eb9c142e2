import type { DuePage, Tx } from '@balcao/kernel'
import {
  deleteRows,
  execute,
  findFirstTime,
  findRow,
  insertRow,
  LessThanOrEqual,
  MoreThan,
  query,
  sql,
  updateRows,
} from '@balcao/platform'

import type {
  PasswordMail,
  PasswordResetStore,
  ResetCode,
} from '../../features/password-reset/password-reset.store'
import { passwordCodes, passwordMails } from './password-reset-tables'
import { repositoryOf } from './tables'
import { users } from './user-table'

export class PgPasswordResetStore implements PasswordResetStore {
  /** @param onWritten before the commit: a mail is to be sent. */
  constructor(private readonly onWritten: () => void = () => undefined) {}

  async enqueueMail(tx: Tx, mail: Omit<PasswordMail, 'tries'>, sendAt = mail.requestedAt): Promise<void> {
    const { id, kind, email, requestedAt } = mail
    // The earlier of two times: no builder has it.
    await execute(
      tx,
      sql`INSERT INTO password_mails (id, kind, email, requested_at, tries, next_try_at)
        VALUES (${id}, ${kind}, ${email}, ${requestedAt}, 0, ${sendAt})
        ON CONFLICT (email, kind) DO UPDATE SET requested_at = excluded.requested_at,
          next_try_at = LEAST(password_mails.next_try_at, excluded.next_try_at)`,
    )
    this.onWritten()
  }

  listDueMails(tx: Tx, now: Date, { after, limit }: DuePage<string>): Promise<PasswordMail[]> {
    return repositoryOf(tx, passwordMails).find({
      where: { nextTryAt: LessThanOrEqual(now), ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: limit,
    })
  }

  findNextMail(tx: Tx, before: Date): Promise<Date | undefined> {
    return findFirstTime(repositoryOf(tx, passwordMails), 'nextTryAt', before)
  }

  async postponeMail(tx: Tx, { id }: PasswordMail, nextTryAt: Date): Promise<void> {
    await updateRows(repositoryOf(tx, passwordMails), { id }, { tries: () => 'tries + 1', nextTryAt })
  }

  async removeMail(tx: Tx, { id, requestedAt }: PasswordMail): Promise<void> {
    await deleteRows(repositoryOf(tx, passwordMails), { id, requestedAt })
  }

  async delayMail(tx: Tx, { id }: PasswordMail, nextTryAt: Date): Promise<void> {
    await updateRows(repositoryOf(tx, passwordMails), { id }, { nextTryAt })
  }

  async addCode(tx: Tx, code: ResetCode, { now, expiresAt }: { now: Date; expiresAt: Date }): Promise<void> {
    const { companyId, userId } = code
    const repository = repositoryOf(tx, passwordCodes)
    await deleteRows(repository, { companyId, userId, expiresAt: LessThanOrEqual(now) })
    await insertRow(repository, { ...code, expiresAt })
  }

  async findLastExpiry(
    tx: Tx,
    { companyId, userId }: Pick<ResetCode, 'companyId' | 'userId'>,
    now: Date,
  ): Promise<Date | undefined> {
    const good = { companyId, userId, expiresAt: MoreThan(now) }
    const last = await findRow(repositoryOf(tx, passwordCodes), good, { expiresAt: 'DESC' })
    return last?.expiresAt
  }

  async findCode(tx: Tx, email: string, codeHash: string, now: Date): Promise<ResetCode | undefined> {
    const found = await repositoryOf(tx, passwordCodes)
      .createQueryBuilder('p')
      .innerJoin(users.options.name, 'u', 'u.companyId = p.companyId AND u.id = p.userId')
      .where({ codeHash, expiresAt: MoreThan(now) })
      .andWhere('u.email = :email AND u.emailConfirmed AND u.active', { email })
      .getOne()
    return found ?? undefined
  }

  async consume(tx: Tx, { companyId, userId, codeHash }: ResetCode): Promise<boolean> {
    const deleted = await query<{ code_hash: string }>(
      tx,
      sql`DELETE FROM password_codes WHERE company_id = ${companyId} AND user_id = ${userId} RETURNING code_hash`,
    )
    return deleted.some((row) => row.code_hash === codeHash)
  }
}
