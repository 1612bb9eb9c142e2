import type { CompanyId, UserId } from '@balcao/contracts'
import { HOUR, type Database, type Tx } from '@balcao/kernel'

import { emailCodes } from './email-code'
import type { EmailChangeStore } from './email-change.store'

/** Which e-mails that a company gave its users wait for their owners, by user. */
export const createPendingEmails =
  (db: Database, emailChanges: EmailChangeStore) =>
  async (companyId: CompanyId, users: readonly UserId[]): Promise<Map<UserId, string>> => {
    const given = await db.withTenant(companyId, (tx) => emailChanges.listGiven(tx, companyId, users))
    return new Map(given.map(({ userId, email }) => [userId, email]))
  }

/**
 * Queues the mails of invitations to an address again, at most one an hour each: a code that its reader is typing stays good while
 * strangers ask. Platform scope.
 */
export const remindInvited = (
  emailChanges: EmailChangeStore,
  tx: Tx,
  email: string,
  now: Date,
): Promise<void> =>
  emailChanges.remindGiven(tx, email, now, new Date(now.getTime() + emailCodes.given.ttlMs - HOUR))
