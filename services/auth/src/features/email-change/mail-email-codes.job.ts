import {
  AppError,
  backoffMs,
  MINUTE,
  SECOND,
  type Clock,
  type Database,
  type Job,
  type Mailer,
} from '@balcao/kernel'

import { newResetCode, RESET_CODE_TTL_MS, type ResetCodeHashes } from '../password-reset'
import { hashEmailCode } from './confirm-email'
import { buildConfirmMail } from './email-change-mail'
import type { EmailChange, EmailChangeStore } from './email-change.store'

export interface MailEmailCodesDeps {
  db: Database
  emailChanges: EmailChangeStore
  hashes: ResetCodeHashes
  mailer: Mailer
  clock: Clock
  onMailDropped(): void
}

const AT_ONCE = 50
const RETRY = { firstMs: 5 * SECOND, longestMs: MINUTE }
/* A mail that the server did not take for this long is dropped. */
const GIVE_UP_AFTER_MS = 15 * MINUTE

/* The code is stored before it is mailed: a code in a mailbox is always one that counts, or a later mail has replaced it. */
async function send(deps: MailEmailCodesDeps, change: EmailChange): Promise<boolean> {
  const code = newResetCode()
  const expiresAt = new Date(deps.clock.now().getTime() + RESET_CODE_TTL_MS)
  const codeHash = hashEmailCode(deps.hashes, change, code)
  const isStored = await deps.db.withTenant(change.companyId, (tx) =>
    deps.emailChanges.setCode(tx, change, codeHash, expiresAt),
  )
  if (!isStored) return true
  try {
    await deps.mailer.send(buildConfirmMail(change.email, code))
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_UNAVAILABLE') return false
    throw error
  }
}

async function handle(deps: MailEmailCodesDeps, change: EmailChange): Promise<void> {
  const isSent = await send(deps, change)
  const now = deps.clock.now().getTime()
  const isTooLate = now - change.requestedAt.getTime() > GIVE_UP_AFTER_MS
  if (!isSent && isTooLate) deps.onMailDropped()
  const nextMailAt = new Date(now + backoffMs(change.mailTries + 1, RETRY, Math.random()))
  await deps.db.withTenant(change.companyId, async (tx) => {
    if (isSent) await deps.emailChanges.setMailed(tx, change)
    else if (isTooLate) await deps.emailChanges.remove(tx, change)
    else await deps.emailChanges.postponeMail(tx, change, nextMailAt)
  })
}

/** Mails the codes that confirm new e-mails, at least once each; a code that is mailed again is a new one. */
export const mailEmailCodesJob = (deps: MailEmailCodesDeps): Job => ({
  name: 'auth.mail-email-codes',
  everyMs: 2 * SECOND,
  run: async (signal) => {
    // Platform scope: users of any company.
    const due = await deps.db.asPlatform((tx) => deps.emailChanges.listDue(tx, deps.clock.now(), AT_ONCE))
    for (const change of due) {
      if (signal.aborted) return
      await handle(deps, change)
    }
  },
})
