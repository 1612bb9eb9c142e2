import { companyId, userId } from '@balcao/contracts'
import type { KnownApiKey, Session } from '@balcao/kernel'
import { makeApiKey } from '@balcao/platform'

import type { TestDatabase } from '../database/test-database'

/** An agent of company 1 with no queue. */
export const buildSession = (overrides: Partial<Session> = {}): Session => ({
  userId: userId(1),
  companyId: companyId(1),
  name: 'Ana',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [],
  tokenVersion: 0,
  dueAt: null,
  ...overrides,
})

/** Inserts the session's user and company into a schema's directory, so that `ports.sessions` resolves them. */
export async function givenSession(
  pg: TestDatabase,
  schema: string,
  overrides: Partial<Session> = {},
): Promise<Session> {
  const session = buildSession(overrides)
  await pg.sql(
    `INSERT INTO ${schema}.directory_companies (company_id, name, email, active, due_at, plan_id) VALUES ($1, $2, $3, true, $4, 1)
     ON CONFLICT (company_id) DO UPDATE SET due_at = excluded.due_at`,
    [
      session.companyId,
      `Company ${session.companyId}`,
      `company${session.companyId}@example.test`,
      session.dueAt,
    ],
  )
  await pg.sql(
    `INSERT INTO ${schema}.directory_users (company_id, user_id, name, email, profile, super, active, all_ticket, queue_ids, token_version)
     VALUES ($1, $2, $3, $4, $5, $6, true, $7, $8, $9)
     ON CONFLICT (company_id, user_id) DO UPDATE SET
       name = excluded.name, profile = excluded.profile, super = excluded.super, all_ticket = excluded.all_ticket,
       queue_ids = excluded.queue_ids, token_version = excluded.token_version, active = true, deleted = false`,
    [
      session.companyId,
      session.userId,
      session.name,
      `user${session.userId}@example.test`,
      session.profile,
      session.super,
      session.allTicket,
      session.queueIds,
      session.tokenVersion,
    ],
  )
  return session
}

let apiKeys = 0

/** Inserts a key of the session's user into a schema's directory, and returns its text. */
export async function givenApiKey(
  pg: TestDatabase,
  schema: string,
  { companyId: company, userId: maker }: Pick<Session, 'companyId' | 'userId'>,
  { scopes = [], queueIds = [], networks = [], expiresAt = null }: Partial<KnownApiKey>,
): Promise<string> {
  const { key, hash } = makeApiKey(company)
  apiKeys += 1
  await pg.sql(
    `INSERT INTO ${schema}.directory_api_keys
       (company_id, api_key_id, user_id, hash, scopes, queue_ids, networks, expires_at, revoked, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, false, 1)`,
    [company, apiKeys, maker, hash, scopes, queueIds, networks, expiresAt],
  )
  return key
}
