import { planId, type SignUpAnswer } from '@balcao/contracts'
import {
  AppError,
  type Clock,
  type Database,
  type EventLog,
  type Ids,
  type Pause,
  type RpcClients,
  type Tx,
} from '@balcao/kernel'

import {
  assertStrongPassword,
  createUser,
  buildFirstUser,
  normalizeEmail,
  type CommonPasswords,
  type Passwords,
  type User,
  type UserStore,
} from '../users'
import { companyChanged, buildTrialCompany, type Company, type NewCompany } from './company'
import type { CompanyStore } from './company.store'
import type { SignUpNoticeStore } from './sign-up-notice.store'

/* Longer than hashing and writing take, so that the response time is the same for new and known e-mails. */
const CONSTANT_TIME_MS = 500

export interface CreateCompanyDeps {
  db: Database
  companies: CompanyStore
  users: UserStore
  events: EventLog
  ids: Ids
  clock: Clock
}

export interface SignUpDeps extends CreateCompanyDeps {
  passwords: Passwords
  commonPasswords: CommonPasswords
  notices: SignUpNoticeStore
  rpc: Pick<RpcClients, 'billing'>
  isAllowed: boolean
  pause: Pause
  onSignedUp(who: { companyId: User['companyId']; userId: User['id'] }): void
  /** The e-mail belongs to this user. */
  onKnownEmail(who: { companyId: User['companyId']; userId: User['id'] }): void
}

/** The fields that are read from a sign-up request. */
export interface SignUp {
  name: string
  email: string
  phone: string
  password: string
  planId: number
}

/**
 * A company and its first administrator, with their events, in the caller's transaction (platform scope: the
 * company does not exist yet). Others may have the name. Not idempotent: e-mails are unique.
 * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS
 */
export async function createCompany(
  deps: CreateCompanyDeps,
  tx: Tx,
  company: NewCompany,
  admin: { name: string; email: string; passwordHash: string },
): Promise<{ company: Company; admin: User }> {
  const founded = await deps.companies.insertNamesake(tx, company)
  await deps.events.append(tx, [companyChanged(deps, founded)])
  const first = await createUser(deps, tx, buildFirstUser(founded.id, admin, company.createdAt))
  return { company: founded, admin: first }
}

/* The same work for a known e-mail, up to its commit: the company is rolled back, and a notice for the owner is stored. */
async function createOrNotify(
  deps: SignUpDeps,
  trial: NewCompany,
  admin: { name: string; email: string; passwordHash: string },
): Promise<void> {
  try {
    const made = await deps.db.asPlatform((tx) => createCompany(deps, tx, trial, admin))
    deps.onSignedUp({ companyId: made.company.id, userId: made.admin.id })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ERR_EMAIL_ALREADY_EXISTS')) throw error
    // Platform scope: the owner is in another company.
    const owner = await deps.db.asPlatform((tx) =>
      deps.notices.record(tx, normalizeEmail(admin.email), deps.clock.now()),
    )
    if (owner) deps.onKnownEmail({ companyId: owner.companyId, userId: owner.id })
  }
}

/**
 * Creates a company on trial. Due date, status, profile and the rest are decided here, not by the caller.
 * A known e-mail and a known name get the same answer after the same time; for a known e-mail nothing is created and its owner
 * is notified by mail. Not idempotent.
 * @throws {AppError} ERR_USER_CREATION_DISABLED, ERR_WEAK_PASSWORD, ERR_NO_PLAN_FOUND, ERR_TOO_MANY_REQUESTS
 */
export async function signUp(deps: SignUpDeps, asked: SignUp): Promise<SignUpAnswer> {
  if (!deps.isAllowed) throw new AppError('ERR_USER_CREATION_DISABLED')
  const { name, email, password } = asked
  assertStrongPassword(password, { email, names: [name] }, deps.commonPasswords)
  const { plan } = await deps.rpc.billing.getPlan({ planId: asked.planId })
  if (!plan?.offered) throw new AppError('ERR_NO_PLAN_FOUND')
  const now = deps.clock.now()
  const trial = buildTrialCompany({ ...asked, planId: planId(plan.id) }, now)
  const constantTime = deps.pause(CONSTANT_TIME_MS)
  const passwordHash = await deps.passwords.hash(password)
  await createOrNotify(deps, trial, { name, email, passwordHash })
  await constantTime
  return { name, email: trial.email, planId: trial.planId, dueDate: (trial.dueAt ?? now).toISOString() }
}
