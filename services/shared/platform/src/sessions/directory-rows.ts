import { companyId, queueId, userId, type CompanyId, type Profile, type UserId } from '@balcao/contracts'
import type { KnownSession, Tx } from '@balcao/kernel'

import { query } from '../postgres'

export interface DirectoryRow {
  company_id: number
  user_id: number
  name: string
  email: string
  profile: string
  super: boolean
  active: boolean
  all_ticket: boolean
  queue_ids: number[]
  token_version: number
  deleted: boolean
  company_active: boolean
  due_at: Date | null
  revision: number
  company_revision: number
}

const SELECT = `
  SELECT u.company_id, u.user_id, u.name, u.email, u.profile, u.super, u.active, u.all_ticket, u.queue_ids, u.token_version, u.deleted,
         u.revision, c.active AS company_active, c.due_at, c.revision AS company_revision
  FROM directory_users u JOIN directory_companies c USING (company_id)`

/** Undefined until the events of user and company have arrived. */
export async function findRow(tx: Tx, company: CompanyId, user: UserId): Promise<DirectoryRow | undefined> {
  const [row] = await query<DirectoryRow>(tx, `${SELECT} WHERE u.company_id = $1 AND u.user_id = $2`, [
    company,
    user,
  ])
  return row
}

export const listActiveRows = (tx: Tx, company: CompanyId): Promise<DirectoryRow[]> =>
  query<DirectoryRow>(
    tx,
    `${SELECT} WHERE u.company_id = $1 AND u.active AND NOT u.deleted ORDER BY u.user_id`,
    [company],
  )

export const listRows = (tx: Tx, company: CompanyId, users: readonly UserId[]): Promise<DirectoryRow[]> =>
  query<DirectoryRow>(tx, `${SELECT} WHERE u.company_id = $1 AND u.user_id = ANY($2)`, [company, users])

/** Unknown profiles get the fewest rights. */
const parseProfile = (text: string): Profile => (text === 'admin' || text === 'supervisor' ? text : 'user')

export const isAllowedIn = (row: DirectoryRow): boolean => row.active && !row.deleted && row.company_active

export const toSession = (row: DirectoryRow): KnownSession => ({
  userId: userId(row.user_id),
  companyId: companyId(row.company_id),
  name: row.name,
  profile: parseProfile(row.profile),
  super: row.super,
  allTicket: row.all_ticket,
  queueIds: row.queue_ids.map(queueId),
  tokenVersion: row.token_version,
  dueAt: row.due_at,
  asOf: { user: row.revision, company: row.company_revision },
})
