import {
  companyId,
  connectionId,
  defaultBusinessHours,
  planId,
  profiles,
  queueId,
  userId,
  type BusinessHoursView,
  type CompanyId,
  type QueueId,
  type UserId,
} from '@balcao/contracts'
import { PAGE_SIZES, toPage, type Page, type Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type {
  LoginCandidate,
  Company,
  Credentials,
  NewUser,
  User,
  UserSearch,
  UserStore,
} from '../../features/users/user.store'

interface UserRow {
  id: number
  company_id: number
  name: string
  email: string
  profile: string
  super: boolean
  active: boolean
  all_ticket: boolean
  connection_id: number | null
  token_version: number
  created_at: Date
  updated_at: Date
  revision: number
  queue_ids: number[]
}

const COLUMNS = `u.id, u.company_id, u.name, u.email, u.profile, u.super, u.active, u.all_ticket, u.connection_id,
  u.token_version, u.created_at, u.updated_at, u.revision,
  ARRAY(SELECT q.queue_id FROM user_queues q WHERE q.company_id = u.company_id AND q.user_id = u.id ORDER BY q.queue_id) AS queue_ids`

const toUser = (row: UserRow): User => ({
  id: userId(row.id),
  companyId: companyId(row.company_id),
  name: row.name,
  email: row.email,
  profile: profiles.find((profile) => profile === row.profile) ?? 'user',
  super: row.super,
  active: row.active,
  allTicket: row.all_ticket,
  connectionId: row.connection_id === null ? null : connectionId(row.connection_id),
  queueIds: row.queue_ids.map(queueId),
  tokenVersion: row.token_version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  revision: row.revision,
})

type CredentialsRow = UserRow & { password_hash: string }

interface CompanyJson {
  company_id: number
  name: string
  email: string
  phone: string
  active: boolean
  plan_id: number
  due_at: string | null
  trial_ends_at: string | null
  schedules: BusinessHoursView[] | null
  recurrence: string
  created_at: string
  revision: number
}

const toCompany = (json: CompanyJson): Company => ({
  id: companyId(json.company_id),
  name: json.name,
  email: json.email,
  phone: json.phone,
  active: json.active,
  planId: planId(json.plan_id),
  dueAt: json.due_at === null ? null : new Date(json.due_at),
  trialEndsAt: json.trial_ends_at === null ? null : new Date(json.trial_ends_at),
  schedules: json.schedules ?? defaultBusinessHours,
  recurrence: json.recurrence,
  createdAt: new Date(json.created_at),
  revision: json.revision,
})

/* Escapes `%`, `_` and `\` of a search. */
const likePart = (part: string) => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export class PgUserStore implements UserStore {
  async findCandidate(tx: Tx, email: string): Promise<LoginCandidate | undefined> {
    const [row] = await query<CredentialsRow & { company: CompanyJson }>(
      tx,
      `SELECT ${COLUMNS}, u.password_hash, row_to_json(c) AS company
       FROM users u JOIN companies c ON c.company_id = u.company_id WHERE u.email = $1`,
      [email],
    )
    return row && { user: toUser(row), passwordHash: row.password_hash, company: toCompany(row.company) }
  }

  async lockCredentials(tx: Tx, company: CompanyId, user: UserId): Promise<Credentials | undefined> {
    // Locked first and read afterwards: the read then sees the row's latest state, queues included.
    await query(tx, 'SELECT FROM users WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE', [company, user])
    const sql = `SELECT ${COLUMNS}, u.password_hash FROM users u WHERE u.company_id = $1 AND u.id = $2`
    const [row] = await query<CredentialsRow>(tx, sql, [company, user])
    return row && { user: toUser(row), passwordHash: row.password_hash }
  }

  async find(tx: Tx, company: CompanyId, user: UserId): Promise<User | undefined> {
    const sql = `SELECT ${COLUMNS} FROM users u WHERE u.company_id = $1 AND u.id = $2`
    const [row] = await query<UserRow>(tx, sql, [company, user])
    return row && toUser(row)
  }

  async list(tx: Tx, company: CompanyId, ids?: readonly UserId[]): Promise<User[]> {
    const sql = `SELECT ${COLUMNS} FROM users u
      WHERE u.company_id = $1 AND ($2::int[] IS NULL OR u.id = ANY ($2::int[])) ORDER BY u.id LIMIT ${PAGE_SIZES.all}`
    return (await query<UserRow>(tx, sql, [company, ids ?? null])).map(toUser)
  }

  async page(tx: Tx, company: CompanyId, search: UserSearch): Promise<Page<User> & { count: number }> {
    const where = `u.company_id = $1 AND (lower(u.name) LIKE $2 OR u.email LIKE $2)`
    const part = likePart(search.searchParam)
    const offset = (search.pageNumber - 1) * search.size
    const sql = `SELECT ${COLUMNS} FROM users u WHERE ${where} ORDER BY u.created_at DESC, u.id DESC LIMIT $3 OFFSET $4`
    const rows = await query<UserRow>(tx, sql, [company, part, search.size + 1, offset])
    const [total] = await query<{ count: number }>(
      tx,
      `SELECT count(*)::int AS count FROM users u WHERE ${where}`,
      [company, part],
    )
    return { ...toPage(rows.map(toUser), search.size), count: total?.count ?? 0 }
  }

  async count(tx: Tx, company: CompanyId): Promise<number> {
    const [row] = await query<{ count: number }>(
      tx,
      'SELECT count(*)::int AS count FROM users WHERE company_id = $1',
      [company],
    )
    return row?.count ?? 0
  }

  async insert(tx: Tx, user: NewUser): Promise<User | undefined> {
    const [row] = await query<{ id: number }>(
      tx,
      `INSERT INTO users (company_id, name, email, password_hash, profile, super, all_ticket, connection_id, created_at, updated_at, demo)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) ON CONFLICT (email) DO NOTHING RETURNING id`,
      [
        user.companyId,
        user.name,
        user.email,
        user.passwordHash,
        user.profile,
        user.super,
        user.allTicket,
        user.connectionId,
        user.createdAt,
        user.isDemo,
      ],
    )
    return row && this.setQueues(tx, user.companyId, userId(row.id), user.queueIds, user.createdAt)
  }

  async listDemo(tx: Tx): Promise<User[]> {
    const sql = `SELECT ${COLUMNS} FROM users u WHERE u.demo AND u.active ORDER BY u.id LIMIT ${PAGE_SIZES.all}`
    return (await query<UserRow>(tx, sql, [])).map(toUser)
  }

  deactivate(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<User> {
    return this.updateLocked(tx, 'active = false', [company, user, now])
  }

  raiseTokenVersion(tx: Tx, company: CompanyId, user: UserId, now: Date): Promise<User> {
    return this.updateLocked(tx, 'token_version = token_version + 1', [company, user, now])
  }

  private async updateLocked(tx: Tx, change: string, key: [CompanyId, UserId, Date]): Promise<User> {
    const sql = `UPDATE users u SET ${change}, updated_at = $3
      WHERE u.company_id = $1 AND u.id = $2 RETURNING ${COLUMNS}`
    const [row] = await query<UserRow>(tx, sql, key)
    if (!row) throw new Error('the user vanished under its lock')
    return toUser(row)
  }

  async setQueues(
    tx: Tx,
    company: CompanyId,
    user: UserId,
    queueIds: readonly QueueId[],
    now: Date,
  ): Promise<User | undefined> {
    const sql = 'UPDATE users SET updated_at = $3 WHERE company_id = $1 AND id = $2'
    if ((await execute(tx, sql, [company, user, now])) === 0) return undefined
    await execute(tx, 'DELETE FROM user_queues WHERE company_id = $1 AND user_id = $2', [company, user])
    await execute(
      tx,
      'INSERT INTO user_queues (company_id, user_id, queue_id) SELECT DISTINCT $1::int, $2::int, q FROM unnest($3::int[]) q',
      [company, user, [...queueIds]],
    )
    return this.find(tx, company, user)
  }

  async removeQueue(tx: Tx, company: CompanyId, queue: QueueId, now: Date): Promise<User[]> {
    // Users by id, then their queues, as everywhere: a fixed lock order prevents deadlocks.
    const locked = await query<{ id: number }>(
      tx,
      `SELECT u.id FROM users u WHERE u.company_id = $1 AND EXISTS
         (SELECT FROM user_queues q WHERE q.company_id = $1 AND q.user_id = u.id AND q.queue_id = $2)
       ORDER BY u.id FOR NO KEY UPDATE`,
      [company, queue],
    )
    const ids = locked.map((row) => row.id)
    await execute(tx, 'DELETE FROM user_queues WHERE company_id = $1 AND queue_id = $2', [company, queue])
    await execute(tx, 'UPDATE users SET updated_at = $3 WHERE company_id = $1 AND id = ANY ($2::int[])', [
      company,
      ids,
      now,
    ])
    return ids.length === 0 ? [] : this.list(tx, company, ids.map(userId))
  }
}
