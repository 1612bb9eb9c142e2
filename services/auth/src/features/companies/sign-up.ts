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
import type { PendingSignUpStore } from './pending-sign-up.store'
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

interface FirstAdmin {
  name: string
  email: string
  passwordHash: string
}

export interface SignUpDeps extends CreateCompanyDeps {
  passwords: Passwords
  commonPasswords: CommonPasswords
  notices: SignUpNoticeStore
  pendingSignUps: PendingSignUpStore
  /** Whether mail is sent here: then the company is made once a code mailed to the e-mail was typed. */
  confirmsEmails: boolean
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
  admin: FirstAdmin,
): Promise<{ company: Company; admin: User }> {
  const founded = await deps.companies.insertNamesake(tx, company)
  await deps.events.append(tx, [companyChanged(deps, founded)])
  const first = await createUser(deps, tx, buildFirstUser(founded.id, admin, company.createdAt))
  return { company: founded, admin: first }
}

/* Where mail is sent: no company and no user before the owner of the e-mail has confirmed it, and no code where the e-mail has an account. */
async function askOrNotify(deps: SignUpDeps, trial: NewCompany, admin: FirstAdmin): Promise<void> {
  const { name, email, phone, planId: plan } = trial
  const now = deps.clock.now()
  const asked = { id: deps.ids.next(), name, email, phone, planId: plan, askedAt: now }
  // Platform scope: the owner is in another company, or the company does not exist yet.
  const owner = await deps.db.asPlatform(async (tx) => {
    const known = await deps.notices.record(tx, email, now)
    if (!known) await deps.pendingSignUps.insert(tx, { ...asked, passwordHash: admin.passwordHash })
    return known
  })
  if (owner) deps.onKnownEmail({ companyId: owner.companyId, userId: owner.id })
}

/* The same work for a known e-mail, up to its commit: the company is rolled back, and a notice for the owner is stored. */
async function createOrNotify(deps: SignUpDeps, trial: NewCompany, admin: FirstAdmin): Promise<void> {
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
 * Creates a company on trial; where mail is sent, a request for one that waits for its mailed code. Due date, status, profile and the rest are decided here, not by the caller.
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
  const start = deps.confirmsEmails ? askOrNotify : createOrNotify
  await start(deps, trial, { name, email, passwordHash })
  await constantTime
  return {
    name,
    email: trial.email,
    planId: trial.planId,
    dueDate: (trial.dueAt ?? now).toISOString(),
    emailConfirmed: !deps.confirmsEmails,
  }
}
