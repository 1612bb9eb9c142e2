import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql, type Row, type Sql } from '@balcao/platform'

import type { EmailChange, EmailChangeStore } from '../../features/email-change/email-change.store'
import { emailChanges } from './email-change-table'

/* The request as it was read: not one that was made since. */
const same = ({ companyId, userId, email, requestedAt }: EmailChange): Sql =>
  sql`company_id = ${companyId} AND user_id = ${userId} AND email = ${email} AND requested_at = ${requestedAt}`

export class PgEmailChangeStore implements EmailChangeStore {
  async request(
    tx: Tx,
    change: Pick<EmailChange, 'companyId' | 'userId' | 'email' | 'requestedAt'>,
  ): Promise<void> {
    const row = { ...change, codeHash: null, mailTries: 0 }
    const besides = { tries: 0, expires_at: change.requestedAt, next_mail_at: change.requestedAt }
    await execute(
      tx,
      sql`${emailChanges.insertion(row, besides)}
        ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, requested_at = excluded.requested_at, code_hash = NULL,
          mail_tries = 0, tries = 0, expires_at = excluded.expires_at, next_mail_at = excluded.next_mail_at`,
    )
  }

  listDue(tx: Tx, now: Date, limit: number): Promise<EmailChange[]> {
    return emailChanges.find(tx, sql`WHERE next_mail_at <= ${now} ORDER BY next_mail_at LIMIT ${limit}`)
  }

  async setCode(tx: Tx, change: EmailChange, codeHash: string, expiresAt: Date): Promise<boolean> {
    const set = await execute(
      tx,
      sql`UPDATE email_changes SET code_hash = ${codeHash}, tries = 0, expires_at = ${expiresAt} WHERE ${same(change)}`,
    )
    return set > 0
  }

  async setMailed(tx: Tx, change: EmailChange): Promise<void> {
    await execute(tx, sql`UPDATE email_changes SET next_mail_at = NULL WHERE ${same(change)}`)
  }

  async postponeMail(tx: Tx, change: EmailChange, nextMailAt: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE email_changes SET mail_tries = mail_tries + 1, next_mail_at = ${nextMailAt} WHERE ${same(change)}`,
    )
  }

  async remove(tx: Tx, change: EmailChange): Promise<boolean> {
    return (await execute(tx, sql`DELETE FROM email_changes WHERE ${same(change)}`)) > 0
  }

  async countTry(
    tx: Tx,
    company: CompanyId,
    user: UserId,
    { now, maxTries }: { now: Date; maxTries: number },
  ): Promise<EmailChange | undefined> {
    const [row] = await query<Row>(
      tx,
      sql`UPDATE email_changes c SET tries = c.tries + 1
        WHERE c.company_id = ${company} AND c.user_id = ${user} AND c.code_hash IS NOT NULL
          AND c.expires_at > ${now} AND c.tries < ${maxTries}
        RETURNING ${emailChanges.columnsOf('c')}`,
    )
    return row && emailChanges.read(row)
  }
}
