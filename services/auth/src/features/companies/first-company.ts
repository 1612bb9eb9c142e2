import { planId } from '@balcao/contracts'

import { AppError, type Tx } from '@balcao/kernel'

import { createUser, buildFirstUser, normalizeEmail, type Passwords } from '../users'
import { companyChanged, type NewCompany } from './company'
import type { CreateCompanyDeps } from './sign-up'

export interface FirstCompany {
  companyName: string
  email: string
  password: string
}

/* The plan from billing's migration; the operator's company has no due date. */
const FIRST_PLAN = planId(1)

const buildOperatorCompany = ({ companyName, email }: FirstCompany, now: Date): NewCompany => ({
  name: companyName,
  email,
  phone: '',
  active: true,
  planId: FIRST_PLAN,
  dueAt: null,
  trialEndsAt: null,
  recurrence: 'MENSAL',
  createdAt: now,
})

/** Creates the operator's company with a super user on an empty installation. Idempotent, also between processes. */
export async function createFirstCompany(
  deps: CreateCompanyDeps & { passwords: Passwords },
  first: FirstCompany,
): Promise<void> {
  // Platform scope here and below: asks for any company, then creates the first one.
  if (!(await deps.db.asPlatform((tx) => deps.companies.isEmpty(tx)))) return
  const passwordHash = await deps.passwords.hash(first.password)
  // False: another process created it.
  await deps.db.asPlatform((tx) => insertOperatorCompany(deps, tx, { ...first, passwordHash }))
}

/**
 * The operator's company with a super user, with their events, in the caller's transaction (platform scope).
 * @returns false when there is a company of that name.
 * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS
 */
export async function insertOperatorCompany(
  deps: CreateCompanyDeps,
  tx: Tx,
  first: FirstCompany & { passwordHash: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const company = await deps.companies.insert(tx, buildOperatorCompany(first, now))
  if (!company) return false
  await deps.events.append(tx, [companyChanged(deps, company)])
  const person = { name: first.companyName, email: first.email, passwordHash: first.passwordHash }
  await createUser(deps, tx, { ...buildFirstUser(company.id, person, now), super: true })
  return true
}

/**
 * Checks FIRST_ADMIN_EMAIL: on an installation with companies none is created, so the e-mail must be an active super
 * user's, created by an earlier start.
 * @throws {AppError} ERR_UNAVAILABLE whose detail is one line for the operator.
 */
export async function assertFirstAdminAllowed(
  deps: Pick<CreateCompanyDeps, 'db' | 'companies' | 'users'>,
  { email }: FirstCompany,
): Promise<void> {
  // Platform scope: looks for any company, and for the e-mail in any of them.
  const isAllowed = await deps.db.asPlatform(async (tx) => {
    if (await deps.companies.isEmpty(tx)) return true
    const user = (await deps.users.findCandidate(tx, normalizeEmail(email)))?.user
    return user !== undefined && user.super && user.active
  })
  if (isAllowed) return
  throw new AppError('ERR_UNAVAILABLE', {
    detail:
      `FIRST_ADMIN_EMAIL (${email}) is no super user of this installation, and a first one is made only where there is no ` +
      'company yet; take FIRST_ADMIN_* out of the settings',
  })
}
