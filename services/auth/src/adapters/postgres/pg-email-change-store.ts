import type { CompanyId, UserId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'
import {
  Any,
  deleteRows,
  findFirstTime,
  findRow,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
  updateRows,
} from '@balcao/platform'

import type { EmailChange, EmailChangeStore } from '../../features/email-change/email-change.store'
import { emailChanges } from './email-change-table'
import { repositoryOf } from './tables'

/* The request as it was read: not one that was made since. */
const same = ({ companyId, userId, email, requestedAt }: EmailChange) => ({
  companyId,
  userId,
  email,
  requestedAt,
})

export class PgEmailChangeStore implements EmailChangeStore {
  /** @param onWritten before the commit: a mail is to be sent. */
  constructor(private readonly onWritten: () => void = () => undefined) {}

  async request(tx: Tx, change: Omit<EmailChange, 'codeHash' | 'mailTries'>): Promise<void> {
    const { requestedAt } = change
    const fresh = { codeHash: null, mailTries: 0, tries: 0, expiresAt: requestedAt, nextMailAt: requestedAt }
    await repositoryOf(tx, emailChanges).upsert({ ...change, ...fresh }, ['userId'])
    this.onWritten()
  }

  async listGiven(tx: Tx, companyId: CompanyId, users: readonly UserId[]) {
    return repositoryOf(tx, emailChanges).findBy({ companyId, userId: Any(users), kind: 'given' })
  }

  findGiven(tx: Tx, email: string, codeHash: string, now: Date): Promise<EmailChange | undefined> {
    return findRow(repositoryOf(tx, emailChanges), {
      email,
      kind: 'given',
      codeHash,
      expiresAt: MoreThan(now),
    })
  }

  async remindGiven(tx: Tx, email: string, now: Date, expiring: Date): Promise<void> {
    await updateRows(
      repositoryOf(tx, emailChanges),
      { email, kind: 'given', expiresAt: LessThan(expiring), nextMailAt: IsNull() },
      { requestedAt: now, nextMailAt: now, mailTries: 0 },
    )
  }

  listDue(tx: Tx, now: Date, { after, limit }: DuePage<UserId>): Promise<EmailChange[]> {
    return repositoryOf(tx, emailChanges).find({
      where: { nextMailAt: LessThanOrEqual(now), ...(after !== undefined && { userId: MoreThan(after) }) },
      order: { userId: 'ASC' },
      take: limit,
    })
  }

  findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    return findFirstTime(repositoryOf(tx, emailChanges), 'nextMailAt', before)
  }

  async setCode(tx: Tx, change: EmailChange, codeHash: string, expiresAt: Date): Promise<boolean> {
    const set = { codeHash, tries: 0, expiresAt }
    return (await updateRows(repositoryOf(tx, emailChanges), same(change), set)) > 0
  }

  async setMailed(tx: Tx, change: EmailChange): Promise<void> {
    await updateRows(repositoryOf(tx, emailChanges), same(change), { nextMailAt: null })
  }

  async postponeMail(tx: Tx, change: EmailChange, nextMailAt: Date): Promise<void> {
    const mailTries = () => 'mail_tries + 1'
    await updateRows(repositoryOf(tx, emailChanges), same(change), { mailTries, nextMailAt })
  }

  async remove(tx: Tx, change: EmailChange): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, emailChanges), same(change))) > 0
  }

  async countTry(
    tx: Tx,
    companyId: CompanyId,
    userId: UserId,
    { now, maxTries }: { now: Date; maxTries: number },
  ): Promise<EmailChange | undefined> {
    // Locks the row: of parallel tries each is counted before the next is read.
    const counted = await updateRows(
      repositoryOf(tx, emailChanges),
      {
        companyId,
        userId,
        kind: 'own',
        codeHash: Not(IsNull()),
        expiresAt: MoreThan(now),
        tries: LessThan(maxTries),
      },
      { tries: () => 'tries + 1' },
    )
    return counted > 0 ? findRow(repositoryOf(tx, emailChanges), { companyId, userId }) : undefined
  }
}
