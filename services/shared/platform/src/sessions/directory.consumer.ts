import { userId as toUserId, type CompanyId } from '@balcao/contracts'
import { isCase, type CompanySnapshot, type DeskEvent, type UserSnapshot } from '@balcao/contracts/wire'
import type { Database, Inbox, Subscription, Tx } from '@balcao/kernel'

import { execute } from '../postgres'
import type { CachedSessionDirectory } from './session-directory'

export interface DirectoryConsumerDeps {
  /** The service's schema: the group is `<schema>.directory`. */
  schema: string
  db: Database
  inbox: Inbox
  directory: CachedSessionDirectory
}

/** Keeps a service's copy of users and companies from auth's events, and drops what the cache knew of them. */
export function directoryConsumer(deps: DirectoryConsumerDeps): Subscription {
  const group = `${deps.schema}.directory`
  return {
    group,
    topic: 'auth',
    cases: ['userChanged', 'userDeleted', 'companyChanged', 'sessionTakenOver', 'sessionEnded'],
    async handle({ event }) {
      // Platform scope: a user who moved to another company leaves a row in the old one.
      await deps.db.asPlatform(async (tx) => {
        if (await deps.inbox.claim(tx, group, event.eventId)) await apply(tx, event)
      })
      forget(deps.directory, event)
    },
  }
}

async function apply(tx: Tx, event: DeskEvent): Promise<void> {
  if (isCase(event, 'userChanged') && event.body.value.user)
    await keepUser(tx, event.companyId, event.body.value.user)
  else if (isCase(event, 'companyChanged') && event.body.value.company)
    await keepCompany(tx, event.body.value.company)
  else if (isCase(event, 'userDeleted')) await removeUser(tx, event.companyId, event.body.value.userId)
  else if (isCase(event, 'sessionTakenOver') || isCase(event, 'sessionEnded')) {
    await endSessions(tx, event.companyId, event.body.value.userId, event.body.value.tokenVersion)
  }
}

async function keepUser(tx: Tx, companyId: CompanyId, user: UserSnapshot): Promise<void> {
  await execute(tx, 'DELETE FROM directory_users WHERE user_id = $1 AND company_id <> $2', [
    user.id,
    companyId,
  ])
  await execute(
    tx,
    `INSERT INTO directory_users (company_id, user_id, name, email, profile, super, active, all_ticket, queue_ids, token_version, connection_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (company_id, user_id) DO UPDATE SET
       name = excluded.name, email = excluded.email, profile = excluded.profile, super = excluded.super, active = excluded.active,
       all_ticket = excluded.all_ticket, queue_ids = excluded.queue_ids, connection_id = excluded.connection_id, deleted = false,
       token_version = greatest(directory_users.token_version, excluded.token_version)`,
    [
      companyId,
      user.id,
      user.name,
      user.email,
      user.profile,
      user.super,
      user.active,
      user.allTicket,
      user.queueIds,
      user.tokenVersion,
      user.connectionId ?? null,
    ],
  )
}

const keepCompany = (tx: Tx, company: CompanySnapshot) =>
  execute(
    tx,
    `INSERT INTO directory_companies (company_id, name, email, active, due_at, plan_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (company_id) DO UPDATE SET
       name = excluded.name, email = excluded.email, active = excluded.active, due_at = excluded.due_at, plan_id = excluded.plan_id`,
    [company.id, company.name, company.email, company.active, company.dueAt ?? null, company.planId],
  )

/** The row stays, so that the name is still there for history. */
const removeUser = (tx: Tx, companyId: CompanyId, userId: number) =>
  execute(
    tx,
    'UPDATE directory_users SET deleted = true, active = false WHERE company_id = $1 AND user_id = $2',
    [companyId, userId],
  )

const endSessions = (tx: Tx, companyId: CompanyId, userId: number, tokenVersion: number) =>
  execute(
    tx,
    'UPDATE directory_users SET token_version = greatest(token_version, $3) WHERE company_id = $1 AND user_id = $2',
    [companyId, userId, tokenVersion],
  )

function forget(directory: CachedSessionDirectory, event: DeskEvent): void {
  if (isCase(event, 'companyChanged')) directory.forgetCompany(event.companyId)
  else if (isCase(event, 'userChanged') && event.body.value.user)
    directory.forget(toUserId(event.body.value.user.id))
  else if (
    isCase(event, 'userDeleted') ||
    isCase(event, 'sessionTakenOver') ||
    isCase(event, 'sessionEnded')
  ) {
    directory.forget(toUserId(event.body.value.userId))
  }
}
