import {
  apiKeyId,
  companyId,
  queueId,
  userId,
  type CompanyId,
  type Profile,
  type UserId,
} from '@balcao/contracts'
import type { KnownApiKey, KnownSession, Tx } from '@balcao/kernel'

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

const COLUMNS = `u.company_id, u.user_id, u.name, u.email, u.profile, u.super, u.active, u.all_ticket, u.queue_ids, u.token_version, u.deleted,
         u.revision, c.active AS company_active, c.due_at, c.revision AS company_revision`

const SELECT = `SELECT ${COLUMNS} FROM directory_users u JOIN directory_companies c USING (company_id)`

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

export interface ApiKeyRow extends DirectoryRow {
  api_key_id: number
  scopes: string[]
  key_queue_ids: number[]
  networks: string[]
  expires_at: Date | null
}

/** The key with its maker; undefined when it is revoked or unknown. */
export async function findApiKeyRow(
  tx: Tx,
  company: CompanyId,
  hash: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await query<ApiKeyRow>(
    tx,
    `SELECT ${COLUMNS}, k.api_key_id, k.scopes, k.queue_ids AS key_queue_ids, k.networks, k.expires_at
     FROM directory_api_keys k JOIN directory_users u USING (company_id, user_id) JOIN directory_companies c USING (company_id)
     WHERE k.company_id = $1 AND k.hash = $2 AND NOT k.revoked`,
    [company, hash],
  )
  return row
}

export const toKnownApiKey = (row: ApiKeyRow): KnownApiKey => ({
  id: apiKeyId(row.api_key_id),
  maker: toSession(row),
  scopes: row.scopes,
  queueIds: row.key_queue_ids.map(queueId),
  networks: row.networks,
  expiresAt: row.expires_at,
})
