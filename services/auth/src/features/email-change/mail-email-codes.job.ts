import {
  AppError,
  backoffMs,
  MINUTE,
  oftenWhileBusy,
  runEachDue,
  SECOND,
  type Activity,
  type Clock,
  type Database,
  type Job,
  type Mail,
  type Mailer,
} from '@balcao/kernel'

import type { CompanyStore } from '../companies'
import { newResetCode, type ResetCodeHashes } from '../password-reset'
import { emailCodes, hashEmailCode } from './email-code'
import { buildConfirmMail, buildInvitationMail } from './email-change-mail'
import type { EmailChange, EmailChangeStore } from './email-change.store'

export interface MailEmailCodesDeps {
  db: Database
  companies: CompanyStore
  emailChanges: EmailChangeStore
  hashes: ResetCodeHashes
  mailer: Mailer
  clock: Clock
  /** Of the installation, for links; undefined without a public address. */
  origin: string | undefined
  onMailDropped(): void
}

const AT_ONCE = 50
const RETRY = { firstMs: 5 * SECOND, longestMs: MINUTE }

async function buildMail(deps: MailEmailCodesDeps, change: EmailChange, code: string): Promise<Mail> {
  if (change.kind === 'own') return buildConfirmMail(change.email, code)
  const { companyId } = change
  const company = await deps.db.withTenant(companyId, (tx) => deps.companies.find(tx, companyId))
  return buildInvitationMail(change.email, { company: company?.name ?? '', code, origin: deps.origin })
}

/* The code is stored before it is mailed: a code in a mailbox is always one that counts, or a later mail has replaced it. */
async function send(deps: MailEmailCodesDeps, change: EmailChange): Promise<boolean> {
  const { length, ttlMs } = emailCodes[change.kind]
  const code = newResetCode(length)
  const expiresAt = new Date(deps.clock.now().getTime() + ttlMs)
  const codeHash = hashEmailCode(deps.hashes, change, code)
  const isStored = await deps.db.withTenant(change.companyId, (tx) =>
    deps.emailChanges.setCode(tx, change, codeHash, expiresAt),
  )
  if (!isStored) return true
  const mail = await buildMail(deps, change, code)
  try {
    await deps.mailer.send(mail)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_UNAVAILABLE') return false
    throw error
  }
}

async function handle(deps: MailEmailCodesDeps, change: EmailChange): Promise<void> {
  const isSent = await send(deps, change)
  const now = deps.clock.now().getTime()
  const isTooLate = now - change.requestedAt.getTime() > emailCodes[change.kind].giveUpAfterMs
  if (!isSent && isTooLate) deps.onMailDropped()
  const nextMailAt = new Date(now + backoffMs(change.mailTries + 1, RETRY, Math.random()))
  await deps.db.withTenant(change.companyId, async (tx) => {
    if (isSent) await deps.emailChanges.setMailed(tx, change)
    else if (isTooLate) await deps.emailChanges.remove(tx, change)
    else await deps.emailChanges.postponeMail(tx, change, nextMailAt)
  })
}

/** Mails the codes that confirm e-mails, at least once each; a code that is mailed again is a new one. */
export const mailEmailCodesJob = (deps: MailEmailCodesDeps, activity: Activity): Job => ({
  name: 'auth.mail-email-codes',
  ...oftenWhileBusy(2 * SECOND),
  activity,
  findNextDue: (before) => deps.db.asPlatform((tx) => deps.emailChanges.findNextDue(tx, before)),
  run: async (signal) => {
    // Platform scope: users of any company.
    await runEachDue<EmailChange>(
      {
        size: AT_ONCE,
        list: (after, limit) =>
          deps.db.asPlatform((tx) =>
            deps.emailChanges.listDue(tx, deps.clock.now(), { after: after?.userId, limit }),
          ),
        run: (change) => handle(deps, change),
      },
      signal,
    )
  },
})
