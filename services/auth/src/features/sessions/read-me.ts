import type { SessionUserView } from '@balcao/contracts'
import { sessionUserView } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'

import type { SessionDeps } from './session-deps'
import { findUserRecord } from './session-view'

/** The caller, as stored now. @throws {AppError} ERR_SESSION_OVER when the account was deleted. */
export async function readMe(deps: SessionDeps, { companyId, userId }: Session): Promise<SessionUserView> {
  const record = await findUserRecord(deps, companyId, userId)
  if (!record) throw new AppError('ERR_SESSION_OVER')
  return sessionUserView(record)
}
