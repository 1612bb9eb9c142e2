import type { CompanyId } from '@balcao/contracts'
import type { ApiKeySnapshot, CompanySnapshot, UserSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { executeLast, executeUnawaited, Parameter, queryLast, sql } from '../postgres'

/*
 * Each write is the last of its transaction. Events may arrive twice and out of order (a replayed dead event, a topic read again), so
 * every write is guarded: a row never goes back to a lower revision, a token version never falls, and a deleted user stays deleted.
 */

/** A user in a company, as of a revision. */
interface UserRevision {
  companyId: number
  userId: number
  revision: number
}

const deleteElsewhere = ({ companyId, userId, revision }: UserRevision) =>
  sql`DELETE FROM directory_users WHERE user_id = ${userId} AND company_id <> ${companyId} AND revision <= ${revision} AND NOT deleted`

/** Where the copy has the user. Platform scope. */
export const listRevisions = (tx: Tx, userId: number): Promise<UserRevision[]> =>
  queryLast<UserRevision>(
    tx,
    sql`SELECT company_id AS "companyId", user_id AS "userId", revision FROM directory_users WHERE user_id = ${userId}`,
  )

/** Deletes what the copy has of the user in other companies, up to this revision. Platform scope. */
export const forgetElsewhere = (tx: Tx, user: UserRevision): Promise<number> =>
  executeLast(tx, deleteElsewhere(user))

/** Stores the user unless the copy has a newer revision. Platform scope: a move leaves a row in the old company. */
export async function upsertUser(tx: Tx, companyId: CompanyId, user: UserSnapshot): Promise<void> {
  executeUnawaited(tx, deleteElsewhere({ companyId, userId: user.id, revision: user.revision }))
  const [company, id] = [new Parameter(companyId), new Parameter(user.id)]
  await executeLast(
    tx,
    sql`INSERT INTO directory_users AS known
       (company_id, user_id, name, email, profile, super, active, all_ticket, queue_ids, token_version, connection_id, revision)
     SELECT ${company}, ${id}, ${user.name}, ${user.email}, ${user.profile}, ${user.super}, ${user.active}, ${user.allTicket},
       ${user.queueIds}, ${user.tokenVersion}, ${user.connectionId ?? null}, ${user.revision}
     WHERE NOT EXISTS (SELECT FROM directory_users WHERE user_id = ${id} AND company_id <> ${company})
     ON CONFLICT (company_id, user_id) DO UPDATE SET
       name = excluded.name, email = excluded.email, profile = excluded.profile, super = excluded.super, active = excluded.active,
       all_ticket = excluded.all_ticket, queue_ids = excluded.queue_ids, connection_id = excluded.connection_id,
       token_version = greatest(known.token_version, excluded.token_version), revision = excluded.revision
     WHERE known.revision <= excluded.revision AND NOT known.deleted`,
  )
}

/** Stores the company unless the copy has a newer revision. */
export const upsertCompany = (tx: Tx, company: CompanySnapshot): Promise<number> =>
  executeLast(
    tx,
    sql`INSERT INTO directory_companies AS known (company_id, name, email, active, due_at, plan_id, revision)
     VALUES (${company.id}, ${company.name}, ${company.email}, ${company.active}, ${company.dueAt ?? null}, ${company.planId}, ${company.revision})
     ON CONFLICT (company_id) DO UPDATE SET
       name = excluded.name, email = excluded.email, active = excluded.active, due_at = excluded.due_at,
       plan_id = excluded.plan_id, revision = excluded.revision
     WHERE known.revision <= excluded.revision`,
  )

/** Stores the key unless the copy has a newer revision. A revoked key stays revoked. */
export const upsertApiKey = (tx: Tx, companyId: CompanyId, key: ApiKeySnapshot): Promise<number> =>
  executeLast(
    tx,
    sql`INSERT INTO directory_api_keys AS known
       (company_id, api_key_id, user_id, hash, scopes, queue_ids, networks, expires_at, revoked, revision)
     VALUES (${companyId}, ${key.id}, ${key.userId}, ${key.hash}, ${key.scopes}, ${key.queueIds}, ${key.networks},
       ${key.expiresAt ?? null}, ${key.revoked}, ${key.revision})
     ON CONFLICT (company_id, api_key_id) DO UPDATE SET
       scopes = excluded.scopes, queue_ids = excluded.queue_ids, networks = excluded.networks,
       expires_at = excluded.expires_at, revoked = excluded.revoked, revision = excluded.revision
     WHERE known.revision <= excluded.revision AND NOT known.revoked`,
  )

/* A row without rights, for an event about a user whose own event has not arrived. */
const insertPlaceholder = (companyId: CompanyId, userId: number, tokenVersion: number, isDeleted: boolean) =>
  sql`INSERT INTO directory_users AS known
    (company_id, user_id, name, email, profile, super, active, all_ticket, queue_ids, token_version, deleted)
    VALUES (${companyId}, ${userId}, '', '', 'user', false, false, false, '{}', ${tokenVersion}, ${isDeleted})
    ON CONFLICT (company_id, user_id) DO UPDATE SET`

/** The row stays, so that history shows the name and no late event restores the user. */
export const removeUser = (tx: Tx, companyId: CompanyId, userId: number): Promise<number> =>
  executeLast(tx, sql`${insertPlaceholder(companyId, userId, 0, true)} deleted = true, active = false`)

/** Sessions below `tokenVersion` are refused. */
export const endSessions = (
  tx: Tx,
  companyId: CompanyId,
  userId: number,
  tokenVersion: number,
): Promise<number> =>
  executeLast(
    tx,
    sql`${insertPlaceholder(companyId, userId, tokenVersion, false)}
      token_version = greatest(known.token_version, excluded.token_version)`,
  )
