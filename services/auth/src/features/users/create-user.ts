import { AppError, type Clock, type EventLog, type Ids, type Tx } from '@balcao/kernel'

import type { CompanyStore } from '../companies'
import { userChanged, type NewUser, type User } from './user'
import type { UserStore } from './user.store'

interface CreateUserDeps {
  companies: CompanyStore
  users: UserStore
  events: EventLog
  ids: Ids
  clock: Clock
}

/**
 * A new user of a company, with its event, in the caller's transaction. Not idempotent.
 * @param limit the plan's number of users; the company's row is locked while they are counted, so that parallel
 *   creates cannot exceed it. Undefined: no limit.
 * @throws {AppError} ERR_NO_COMPANY_FOUND, ERR_PLAN_LIMIT_REACHED, ERR_EMAIL_ALREADY_EXISTS
 */
export async function createUser(deps: CreateUserDeps, tx: Tx, user: NewUser, limit?: number): Promise<User> {
  const company = await deps.companies.lock(tx, user.companyId)
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  if (limit !== undefined && (await deps.users.count(tx, user.companyId)) >= limit) {
    throw new AppError('ERR_PLAN_LIMIT_REACHED')
  }
  const created = await deps.users.insert(tx, user)
  if (!created) throw new AppError('ERR_EMAIL_ALREADY_EXISTS')
  await deps.events.append(tx, [userChanged(deps, created, true)])
  return created
}
