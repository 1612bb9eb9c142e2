import {
  userId,
  type CompanyId,
  type ConnectionId,
  type QueueId,
  type UserId,
  type UserSort,
  type userSorts,
} from '@balcao/contracts'
import { AppError, PAGE_SIZES, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  Any,
  deleteRows,
  toLikePart,
  execute,
  executeUnawaited,
  findRow,
  insertRowUnlessTaken,
  query,
  sql,
  updateRows,
  violatedConstraint,
  type Sql,
  readSlice,
  type ListOrder,
} from '@balcao/platform'

import type { LoginCandidate, Credentials, NewUser, User, UserStore } from '../../features/users/user.store'
import { companies, type StoredCompany } from './company-table'
import { toCompany } from './pg-company-store'
import { repositoryOf } from './tables'
import { users, type StoredUser } from './user-table'

/* What a row with its password's hash has. */
const toCredentials = ({ passwordHash, isDemo: _demo, ...user }: StoredUser): Credentials => {
  if (passwordHash === undefined) throw new TypeError('The hash was not selected')
  return { user, passwordHash }
}

/* As `foldText`: no column has it, for a company's users are few. */
const foldedName = `regexp_replace(normalize(lower(u.name), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "C"`

const order: ListOrder<(typeof userSorts)[number]> = {
  columns: {
    id: 'u.id',
    name: foldedName,
    email: 'u.email',
    profile: 'u.profile',
  },
  own: ['u.createdAt', 'DESC'],
}

const UNIQUE_EMAILS = new Set(['users_email_unique', 'users_company_email_unique'])

export class PgUserStore implements UserStore {
  async findCandidate(tx: Tx, email: string): Promise<LoginCandidate | undefined> {
    const found = await repositoryOf(tx, users)
      .createQueryBuilder('u')
      .addSelect('u.passwordHash')
      .innerJoinAndMapOne('u.company', companies.options.name, 'c', 'c.id = u.companyId')
      .where({ email })
      // Not as a value: the index has this condition.
      .andWhere('u.emailConfirmed')
      .getOne()
    if (!found) return undefined
    const { company, ...user } = found as StoredUser & { company: StoredCompany }
    return { ...toCredentials(user), company: toCompany(company) }
  }

  async lockCredentials(tx: Tx, company: CompanyId, user: UserId): Promise<Credentials | undefined> {
    // Locked first and read afterwards: the read then sees the row's latest state, queues included.
    executeUnawaited(
      tx,
      sql`SELECT FROM users WHERE company_id = ${company} AND id = ${user} FOR NO KEY UPDATE`,
    )
    const found = await repositoryOf(tx, users)
      .createQueryBuilder('u')
      .addSelect('u.passwordHash')
      .where({ companyId: company, id: user })
      .getOne()
    return found ? toCredentials(found) : undefined
  }

  find(tx: Tx, companyId: CompanyId, id: UserId): Promise<User | undefined> {
    return findRow(repositoryOf(tx, users), { companyId, id })
  }

  async findCompany(tx: Tx, id: UserId): Promise<CompanyId | undefined> {
    return (await findRow(repositoryOf(tx, users), { id }))?.companyId
  }

  list(tx: Tx, company: CompanyId, ids?: readonly UserId[]): Promise<User[]> {
    return repositoryOf(tx, users).find({
      where: { companyId: company, ...(ids && { id: Any(ids) }) },
      order: { id: 'ASC' },
      take: PAGE_SIZES.all,
    })
  }

  page(tx: Tx, company: CompanyId, search: string, slice: Slice<UserSort>): Promise<Counted<User>> {
    const part = toLikePart(search.toLowerCase())
    const builder = repositoryOf(tx, users)
      .createQueryBuilder('u')
      .where({ companyId: company })
      .andWhere('(lower(u.name) LIKE :part OR u.email LIKE :part)', { part })
    return readSlice(builder, slice, order)
  }

  hasEmail(tx: Tx, companyId: CompanyId, email: string): Promise<boolean> {
    return repositoryOf(tx, users).existsBy({ companyId, email })
  }

  count(tx: Tx, companyId: CompanyId): Promise<number> {
    return repositoryOf(tx, users).countBy({ companyId })
  }

  async insert(tx: Tx, { queueIds, ...user }: NewUser): Promise<User | undefined> {
    const row = { ...user, active: true, updatedAt: user.createdAt }
    const inserted = await insertRowUnlessTaken(repositoryOf(tx, users), row)
    return inserted && this.setQueues(tx, user.companyId, inserted.id, { queueIds, now: user.createdAt })
  }

  listDemo(tx: Tx): Promise<User[]> {
    const where = { isDemo: true, active: true }
    return repositoryOf(tx, users).find({ where, order: { id: 'ASC' }, take: PAGE_SIZES.all })
  }

  deactivate(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<User> {
    return this.updateLocked(tx, company, user, sql`active = false, updated_at = ${now}`)
  }

  raiseTokenVersion(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<User> {
    return this.updateLocked(tx, company, user, sql`token_version = token_version + 1, updated_at = ${now}`)
  }

  private async updateLocked(tx: Tx, company: CompanyId, user: UserId, change: Sql): Promise<User> {
    executeUnawaited(tx, sql`UPDATE users SET ${change} WHERE company_id = ${company} AND id = ${user}`)
    const updated = await this.find(tx, company, user)
    if (!updated) throw new Error('the user vanished under its lock')
    return updated
  }

  async save(tx: Tx, user: User, passwordHash: string | undefined, now: Date): Promise<User> {
    const { companyId, id } = user
    // A password that its owner has chosen is not the demo's published one.
    const password = passwordHash === undefined ? {} : { passwordHash, isDemo: false }
    try {
      await updateRows(repositoryOf(tx, users), { companyId, id }, { ...user, updatedAt: now, ...password })
    } catch (error) {
      if (!UNIQUE_EMAILS.has(violatedConstraint(error) ?? '')) throw error
      throw new AppError('ERR_EMAIL_ALREADY_EXISTS', { cause: error })
    }
    const saved = await this.setQueues(tx, companyId, id, { queueIds: user.queueIds, now })
    if (!saved) throw new Error('the user vanished under its lock')
    return saved
  }

  async delete(tx: Tx, company: CompanyId, user: UserId): Promise<void> {
    await deleteRows(repositoryOf(tx, users), { companyId: company, id: user })
  }

  async setQueues(
    tx: Tx,
    company: CompanyId,
    user: UserId,
    { queueIds, now }: { queueIds: readonly QueueId[]; now: Date },
  ): Promise<User | undefined> {
    const known = await execute(
      tx,
      sql`UPDATE users SET updated_at = ${now} WHERE company_id = ${company} AND id = ${user}`,
    )
    if (known === 0) return undefined
    await execute(tx, sql`DELETE FROM user_queues WHERE company_id = ${company} AND user_id = ${user}`)
    await execute(
      tx,
      sql`INSERT INTO user_queues (company_id, user_id, queue_id)
        SELECT DISTINCT ${company}::int, ${user}::int, q FROM unnest(${queueIds}::int[]) q`,
    )
    return this.find(tx, company, user)
  }

  async removeQueue(tx: Tx, company: CompanyId, queue: QueueId, now: Date): Promise<User[]> {
    const ids = await this.lockWhere(
      tx,
      company,
      sql`EXISTS (SELECT FROM user_queues q
        WHERE q.company_id = u.company_id AND q.user_id = u.id AND q.queue_id = ${queue})`,
    )
    await execute(tx, sql`DELETE FROM user_queues WHERE company_id = ${company} AND queue_id = ${queue}`)
    return this.updateAll(tx, company, ids, sql`updated_at = ${now}`)
  }

  async removeConnection(tx: Tx, company: CompanyId, connection: ConnectionId, now: Date): Promise<User[]> {
    const ids = await this.lockWhere(tx, company, sql`u.connection_id = ${connection}`)
    return this.updateAll(tx, company, ids, sql`connection_id = NULL, updated_at = ${now}`)
  }

  /* Users by id, then their queues, as everywhere: a fixed lock order prevents deadlocks. */
  private async lockWhere(tx: Tx, company: CompanyId, condition: Sql): Promise<UserId[]> {
    const locked = await query<{ id: number }>(
      tx,
      sql`SELECT u.id FROM users u WHERE u.company_id = ${company} AND ${condition} ORDER BY u.id FOR NO KEY UPDATE`,
    )
    return locked.map((row) => userId(row.id))
  }

  private async updateAll(tx: Tx, company: CompanyId, ids: readonly UserId[], change: Sql): Promise<User[]> {
    if (ids.length === 0) return []
    await execute(
      tx,
      sql`UPDATE users SET ${change} WHERE company_id = ${company} AND id = ANY (${ids}::int[])`,
    )
    return this.list(tx, company, ids)
  }
}
