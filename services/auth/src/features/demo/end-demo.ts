import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { AppError, type Database, type Tx } from '@balcao/kernel'

import {
  companyChanged,
  insertOperatorCompany,
  type FirstCompany,
  type CreateCompanyDeps,
} from '../companies'
import type { RefreshTokenStore } from '../sessions'
import { userChanged, type User, type UserStore } from '../users'

export interface EndDemoDeps extends CreateCompanyDeps {
  refreshTokens: RefreshTokenStore
}

/**
 * The demo's passwords are published in the sources.
 * @throws {AppError} ERR_UNAVAILABLE, with the command to run, while a demo account can log in.
 */
export async function assertNoDemo({ db, users }: { db: Database; users: UserStore }): Promise<void> {
  // Platform scope: looks for the demo's users in any company.
  const [first, ...others] = await db.asPlatform((tx) => users.listDemo(tx))
  if (!first) return
  const who = others.length === 0 ? first.email : `${first.email} and ${others.length} more`
  throw new AppError('ERR_UNAVAILABLE', {
    detail:
      `this desk still has the demo's accounts (${who}), whose password is published, and its settings let others reach it. ` +
      'Turn it into an installation with: node scripts/end-demo.mjs',
  })
}

async function deactivateUser(deps: EndDemoDeps, tx: Tx, { companyId, id }: User): Promise<void> {
  const now = deps.clock.now()
  await deps.users.lockCredentials(tx, companyId, id)
  await deps.users.raiseTokenVersion(tx, companyId, id, now)
  const user = await deps.users.deactivate(tx, companyId, id, now)
  await deps.refreshTokens.revokeAll(tx, companyId, id, now)
  const { tokenVersion } = user
  await deps.events.append(tx, [
    userChanged(deps, user),
    deskEvent(deps, orderingKeys.user(companyId, id), 'sessionEnded', { userId: id, tokenVersion }),
  ])
}

/* Deactivates the company, unless it still has an active user. */
async function closeCompany(deps: EndDemoDeps, tx: Tx, companyId: CompanyId): Promise<void> {
  const staff = await deps.users.list(tx, companyId)
  if (staff.some((user) => user.active)) return
  const company = await deps.companies.deactivate(tx, companyId, deps.clock.now())
  if (company) await deps.events.append(tx, [companyChanged(deps, company)])
}

/**
 * Turns the demo into an installation, in one transaction: creates the operator's company with a super user, deactivates the demo
 * accounts and closes the demo's company, which keeps its conversations. Does nothing without demo accounts.
 * @returns the deactivated users.
 * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS, ERR_COMPANY_NAME_ALREADY_EXISTS
 */
export async function endDemo(
  deps: EndDemoDeps,
  first: FirstCompany & { passwordHash: string },
): Promise<User[]> {
  // Platform scope: the demo's companies, and the operator's, which does not exist yet.
  return deps.db.asPlatform(async (tx) => {
    const demo = await deps.users.listDemo(tx)
    if (demo.length === 0) return []
    for (const user of demo) await deactivateUser(deps, tx, user)
    for (const companyId of new Set(demo.map((user) => user.companyId)))
      await closeCompany(deps, tx, companyId)
    if (!(await insertOperatorCompany(deps, tx, first))) throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS')
    return demo
  })
}
