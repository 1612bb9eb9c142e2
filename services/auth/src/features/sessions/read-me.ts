import type { SessionUserView } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import type { SessionDeps } from './session-deps'
import { toSessionUserView } from './session-view'

/** The caller, as stored now. @throws {AppError} ERR_SESSION_OVER when the account was deleted. */
export async function readMe(deps: SessionDeps, { companyId, userId }: Session): Promise<SessionUserView> {
  const found = await deps.db.withTenant(companyId, async (tx) => {
    const user = await deps.users.find(tx, companyId, userId)
    const company = await deps.companies.find(tx, companyId)
    return user && company && { user, company }
  })
  if (!found) throw new AppError('ERR_SESSION_OVER')
  return toSessionUserView(found.user, found.company, await deps.queueNames(companyId, found.user.queueIds))
}
