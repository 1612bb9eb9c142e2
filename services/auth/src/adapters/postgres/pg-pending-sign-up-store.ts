import type { DuePage, Tx } from '@balcao/kernel'
import {
  deleteRows,
  findFirstTime,
  findRow,
  insertRow,
  IsNull,
  LessThan,
  LessThanOrEqual,
  lockRow,
  MoreThan,
  Not,
  updateRows,
} from '@balcao/platform'

import type { PendingSignUp, PendingSignUpStore } from '../../features/companies/pending-sign-up.store'
import { pendingSignUps } from './pending-sign-up-table'
import { repositoryOf } from './tables'

export class PgPendingSignUpStore implements PendingSignUpStore {
  /** @param onWritten before the commit: a mail is to be sent. */
  constructor(private readonly onWritten: () => void = () => undefined) {}

  async insert(tx: Tx, asked: Omit<PendingSignUp, 'codeHash' | 'mailedAt' | 'mailTries'>): Promise<void> {
    const fresh = { codeHash: null, mailedAt: null, mailTries: 0, nextMailAt: asked.askedAt }
    await insertRow(repositoryOf(tx, pendingSignUps), { ...asked, ...fresh })
    this.onWritten()
  }

  listDue(tx: Tx, now: Date, { after, limit }: DuePage<string>): Promise<PendingSignUp[]> {
    return repositoryOf(tx, pendingSignUps).find({
      where: { nextMailAt: LessThanOrEqual(now), ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: limit,
    })
  }

  findNextDue(tx: Tx, before: Date): Promise<Date | undefined> {
    return findFirstTime(repositoryOf(tx, pendingSignUps), 'nextMailAt', before)
  }

  async findLastMailedAt(tx: Tx, email: string): Promise<Date | undefined> {
    const where = { email, mailedAt: Not(IsNull()) }
    const last = await findRow(repositoryOf(tx, pendingSignUps), where, { mailedAt: 'DESC' })
    return last?.mailedAt ?? undefined
  }

  async setCode(
    tx: Tx,
    id: string,
    codeHash: string,
    { mailedAt, nextMailAt }: { mailedAt: Date; nextMailAt: Date },
  ): Promise<void> {
    const changes = { codeHash, mailedAt, nextMailAt, mailTries: () => 'mail_tries + 1' }
    await updateRows(repositoryOf(tx, pendingSignUps), { id }, changes)
  }

  async setMailed(tx: Tx, id: string): Promise<void> {
    await updateRows(repositoryOf(tx, pendingSignUps), { id }, { nextMailAt: null })
  }

  async delayMail(tx: Tx, id: string, nextMailAt: Date): Promise<void> {
    await updateRows(repositoryOf(tx, pendingSignUps), { id }, { nextMailAt })
  }

  async take(tx: Tx, email: string, codeHash: string, mailedAfter: Date): Promise<PendingSignUp | undefined> {
    const repository = repositoryOf(tx, pendingSignUps)
    const found = await lockRow(repository, { email, codeHash, mailedAt: MoreThan(mailedAfter) })
    if (found) await deleteRows(repository, { id: found.id })
    return found
  }

  async sweep(tx: Tx, askedBefore: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, pendingSignUps), { askedAt: LessThan(askedBefore) })
  }
}
