import { planId, type SignUpAnswer } from '@balcao/contracts'
import {
  AppError,
  type Clock,
  type Database,
  type EventLog,
  type Ids,
  type RpcClients,
  type Tx,
} from '@balcao/kernel'

import { createUser, firstAdmin, type Passwords, type User, type UserStore } from '../users'
import { companyChanged, trialCompany, type Company, type NewCompany } from './company'
import type { CompanyStore } from './company.store'

export interface FoundCompanyDeps {
  db: Database
  companies: CompanyStore
  users: UserStore
  events: EventLog
  ids: Ids
  clock: Clock
}

export interface SignUpDeps extends FoundCompanyDeps {
  passwords: Passwords
  rpc: Pick<RpcClients, 'billing'>
  isAllowed: boolean
  onSignedUp(who: { companyId: User['companyId']; userId: User['id'] }): void
}

/** All that is read of what a stranger sends. */
export interface SignUp {
  name: string
  email: string
  phone: string
  password: string
  planId: number
}

/**
 * A company and its first administrator, with their events, in the caller's transaction (platform scope: the
 * company does not exist yet). Not idempotent: names and e-mails are unique.
 * @throws {AppError} ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS
 */
export async function foundCompany(
  deps: FoundCompanyDeps,
  tx: Tx,
  company: NewCompany,
  admin: { name: string; email: string; passwordHash: string },
): Promise<{ company: Company; admin: User }> {
  const founded = await deps.companies.insert(tx, company)
  if (!founded) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
  await deps.events.append(tx, [companyChanged(deps, founded)])
  const first = await createUser(deps, tx, firstAdmin(founded.id, admin, company.createdAt))
  return { company: founded, admin: first }
}

/**
 * A new company on trial. Due date, status, profile and the rest are decided here, whatever the caller sent.
 * Not idempotent.
 * @throws {AppError} ERR_USER_CREATION_DISABLED, ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS,
 *   ERR_EMAIL_ALREADY_EXISTS, ERR_TOO_MANY_REQUESTS
 */
export async function signUp(deps: SignUpDeps, asked: SignUp): Promise<SignUpAnswer> {
  if (!deps.isAllowed) throw new AppError('ERR_USER_CREATION_DISABLED')
  const { plan } = await deps.rpc.billing.getPlan({ planId: asked.planId })
  if (!plan?.offered) throw new AppError('ERR_NO_PLAN_FOUND')
  const passwordHash = await deps.passwords.hash(asked.password)
  const trial = trialCompany({ ...asked, planId: planId(plan.id) }, deps.clock.now())
  const { company, admin } = await deps.db.asPlatform((tx) =>
    foundCompany(deps, tx, trial, { name: asked.name, email: asked.email, passwordHash }),
  )
  deps.onSignedUp({ companyId: company.id, userId: admin.id })
  return {
    id: company.id,
    name: company.name,
    email: company.email,
    planId: company.planId,
    dueDate: (company.dueAt ?? deps.clock.now()).toISOString(),
  }
}
