import {
  queueId,
  userId,
  type CompanyId,
  type ConnectionId,
  type QueueId,
  type UserId,
} from '@balcao/contracts'
import { AppError, PAGE_SIZES, toPage, type Page, type Tx } from '@balcao/kernel'
import {
  execute,
  integerSql,
  noSql,
  query,
  rawSql,
  sql,
  violatedConstraint,
  type Row,
  type Sql,
} from '@balcao/platform'

import type {
  LoginCandidate,
  Credentials,
  NewUser,
  User,
  UserSearch,
  UserStore,
} from '../../features/users/user.store'
import { companies } from './company-table'
import { toCompany } from './pg-company-store'
import { users } from './user-table'

interface QueueIdsRow {
  queue_ids: number[]
}

interface CredentialsRow extends QueueIdsRow {
  password_hash: string
}

const columns = sql`${users.columnsOf('u')}, ${rawSql(`ARRAY(
  SELECT q.queue_id FROM user_queues q WHERE q.company_id = u.company_id AND q.user_id = u.id ORDER BY q.queue_id
) AS queue_ids`)}`

const toUser = (row: Row & QueueIdsRow): User => ({
  ...users.read(row),
  queueIds: row.queue_ids.map(queueId),
})

const COMPANY = 'company_of_'
const readCompany = companies.readerOf(COMPANY)

const most = integerSql(PAGE_SIZES.all)

/** The users `u` of `SELECT … FROM users u` followed by `rest`. */
const select = async (tx: Tx, rest: Sql): Promise<User[]> =>
  (await query<Row & QueueIdsRow>(tx, sql`SELECT ${columns} FROM users u ${rest}`)).map(toUser)

/* Escapes `%`, `_` and `\` of a search. */
const likePart = (part: string) => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export class PgUserStore implements UserStore {
  async findCandidate(tx: Tx, email: string): Promise<LoginCandidate | undefined> {
    const [row] = await query<Row & CredentialsRow>(
      tx,
      sql`SELECT ${columns}, u.password_hash, ${companies.columnsOf('c', COMPANY)}
        FROM users u JOIN companies c ON c.company_id = u.company_id WHERE u.email = ${email}`,
    )
    return row && { user: toUser(row), passwordHash: row.password_hash, company: toCompany(readCompany(row)) }
  }

  async lockCredentials(tx: Tx, company: CompanyId, user: UserId): Promise<Credentials | undefined> {
    // Locked first and read afterwards: the read then sees the row's latest state, queues included.
    await execute(tx, sql`SELECT FROM users WHERE company_id = ${company} AND id = ${user} FOR NO KEY UPDATE`)
    const [row] = await query<Row & CredentialsRow>(
      tx,
      sql`SELECT ${columns}, u.password_hash FROM users u WHERE u.company_id = ${company} AND u.id = ${user}`,
    )
    return row && { user: toUser(row), passwordHash: row.password_hash }
  }

  async find(tx: Tx, company: CompanyId, user: UserId): Promise<User | undefined> {
    return (await select(tx, sql`WHERE u.company_id = ${company} AND u.id = ${user}`))[0]
  }

  list(tx: Tx, company: CompanyId, ids?: readonly UserId[]): Promise<User[]> {
    const wanted = ids ? sql`AND u.id = ANY (${ids}::int[])` : noSql
    return select(tx, sql`WHERE u.company_id = ${company} ${wanted} ORDER BY u.id LIMIT ${most}`)
  }

  async page(tx: Tx, company: CompanyId, search: UserSearch): Promise<Page<User> & { count: number }> {
    const part = likePart(search.searchParam)
    const where = sql`WHERE u.company_id = ${company} AND (lower(u.name) LIKE ${part} OR u.email LIKE ${part})`
    const offset = (search.pageNumber - 1) * search.size
    const found = await select(
      tx,
      sql`${where} ORDER BY u.created_at DESC, u.id DESC LIMIT ${search.size + 1} OFFSET ${offset}`,
    )
    return { ...toPage(found, search.size), count: await this.countWhere(tx, where) }
  }

  count(tx: Tx, company: CompanyId): Promise<number> {
    return this.countWhere(tx, sql`WHERE u.company_id = ${company}`)
  }

  private async countWhere(tx: Tx, where: Sql): Promise<number> {
    const [row] = await query<{ count: number }>(tx, sql`SELECT count(*)::int AS count FROM users u ${where}`)
    return row?.count ?? 0
  }

  async insert(tx: Tx, { passwordHash, isDemo, ...user }: NewUser): Promise<User | undefined> {
    const besides = { password_hash: passwordHash, demo: isDemo }
    const [row] = await query<{ id: number }>(
      tx,
      sql`${users.insertion({ ...user, active: true, updatedAt: user.createdAt }, besides)}
        ON CONFLICT (email) DO NOTHING RETURNING id`,
    )
    return row && this.setQueues(tx, user.companyId, userId(row.id), user.queueIds, user.createdAt)
  }

  listDemo(tx: Tx): Promise<User[]> {
    return select(tx, sql`WHERE u.demo AND u.active ORDER BY u.id LIMIT ${most}`)
  }

  deactivate(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<User> {
    return this.updateLocked(tx, company, user, sql`active = false, updated_at = ${now}`)
  }

  raiseTokenVersion(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<User> {
    return this.updateLocked(tx, company, user, sql`token_version = token_version + 1, updated_at = ${now}`)
  }

  private async updateLocked(tx: Tx, company: CompanyId, user: UserId, change: Sql): Promise<User> {
    const [row] = await query<Row & QueueIdsRow>(
      tx,
      sql`UPDATE users u SET ${change} WHERE u.company_id = ${company} AND u.id = ${user} RETURNING ${columns}`,
    )
    if (!row) throw new Error('the user vanished under its lock')
    return toUser(row)
  }

  async save(tx: Tx, user: User, passwordHash: string | undefined, now: Date): Promise<User> {
    const { companyId, id } = user
    // A password that its owner has chosen is not the demo's published one.
    const password = passwordHash === undefined ? noSql : sql`, password_hash = ${passwordHash}, demo = false`
    try {
      await execute(
        tx,
        sql`UPDATE users SET ${users.assignments({ ...user, updatedAt: now })}${password}
          WHERE company_id = ${companyId} AND id = ${id}`,
      )
    } catch (error) {
      if (violatedConstraint(error) !== 'users_email_unique') throw error
      throw new AppError('ERR_EMAIL_ALREADY_EXISTS', { cause: error })
    }
    const saved = await this.setQueues(tx, companyId, id, user.queueIds, now)
    if (!saved) throw new Error('the user vanished under its lock')
    return saved
  }

  async delete(tx: Tx, company: CompanyId, user: UserId): Promise<void> {
    await execute(tx, sql`DELETE FROM users WHERE company_id = ${company} AND id = ${user}`)
  }

  async setQueues(
    tx: Tx,
    company: CompanyId,
    user: UserId,
    queueIds: readonly QueueId[],
    now: Date,
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
