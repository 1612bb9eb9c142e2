import {
  backoffMs,
  AppError,
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
  type Tx,
} from '@balcao/kernel'

import type { LoginCandidate, UserStore } from '../users'
import { buildChangedMail, buildCodeMail, buildMovedMail, type PasswordMail } from './password-mail'
import type { PasswordResetStore } from './password-reset.store'
import { newResetCode, RESET_CODE_TTL_MS, type ResetCodeHashes } from './reset-code'

interface MailPasswordsDeps {
  db: Database
  users: UserStore
  resets: PasswordResetStore
  hashes: ResetCodeHashes
  mailer: Mailer
  clock: Clock
  /** Of the installation, for links; undefined without a public address. */
  origin: string | undefined
  /** Mails the codes of invitations to this address again, where it has no account yet. Platform scope. */
  remindInvited(tx: Tx, email: string): Promise<void>
  onDropped(kind: PasswordMail['kind']): void
}

const AT_ONCE = 50
const RETRY = { firstMs: 5 * SECOND, longestMs: MINUTE }
/* Between two codes to one address, whoever asks. */
const CODE_EVERY_MS = MINUTE
/* A mail that the server did not take for this long is dropped. */
const GIVE_UP_AFTER_MS = 15 * MINUTE

/* The code is stored before it is mailed: a code in a mailbox is always one that counts. */
async function buildCode(deps: MailPasswordsDeps, { email }: PasswordMail, to: LoginCandidate) {
  const { companyId, id: userId } = to.user
  const code = newResetCode()
  const codeHash = deps.hashes.hash(email, code)
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + RESET_CODE_TTL_MS)
  await deps.db.withTenant(companyId, (tx) =>
    deps.resets.addCode(tx, { companyId, userId, codeHash }, { now, expiresAt }),
  )
  return buildCodeMail(email, code, deps.origin)
}

/* Undefined where no account that may log in has the address. */
async function buildMail(deps: MailPasswordsDeps, mail: PasswordMail): Promise<Mail | undefined> {
  if (mail.kind === 'moved') return buildMovedMail(mail.email)
  // Platform scope: addresses of any company.
  const to = await deps.db.asPlatform((tx) => deps.users.findCandidate(tx, mail.email))
  if (!to && mail.kind === 'code') await deps.db.asPlatform((tx) => deps.remindInvited(tx, mail.email))
  if (!to?.user.active || !to.company.active) return undefined
  return mail.kind === 'changed' ? buildChangedMail(mail.email, deps.origin) : buildCode(deps, mail, to)
}

/* True when the mail was sent, or needs no sending. */
async function send(deps: MailPasswordsDeps, mail: PasswordMail): Promise<boolean> {
  const built = await buildMail(deps, mail)
  if (!built) return true
  try {
    await deps.mailer.send(built)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_UNAVAILABLE') return false
    throw error
  }
}

/* Undefined: now. */
async function findEarliest(deps: MailPasswordsDeps, mail: PasswordMail): Promise<Date | undefined> {
  if (mail.kind !== 'code') return undefined
  const now = deps.clock.now()
  // Platform scope: addresses of any company.
  const lastExpiry = await deps.db.asPlatform(async (tx) => {
    const to = await deps.users.findCandidate(tx, mail.email)
    return to && deps.resets.findLastExpiry(tx, { companyId: to.user.companyId, userId: to.user.id }, now)
  })
  if (!lastExpiry) return undefined
  const earliest = new Date(lastExpiry.getTime() - RESET_CODE_TTL_MS + CODE_EVERY_MS)
  return earliest > now ? earliest : undefined
}

async function handle(deps: MailPasswordsDeps, mail: PasswordMail): Promise<void> {
  const earliest = await findEarliest(deps, mail)
  // Platform scope: the table is of the installation.
  if (earliest) return deps.db.asPlatform((tx) => deps.resets.delayMail(tx, mail, earliest))
  const isDone = await send(deps, mail)
  const now = deps.clock.now().getTime()
  const isTooLate = now - mail.requestedAt.getTime() > GIVE_UP_AFTER_MS
  if (!isDone && isTooLate) deps.onDropped(mail.kind)
  const nextTryAt = new Date(now + backoffMs(mail.tries + 1, RETRY, Math.random()))
  await deps.db.asPlatform((tx) =>
    isDone || isTooLate ? deps.resets.removeMail(tx, mail) : deps.resets.postponeMail(tx, mail, nextTryAt),
  )
}

/**
 * Sends the mails about passwords, at least once each; a code that is mailed again is a new one. A job, because the response time
 * of a request must not reveal that a mail is sent.
 */
export const mailPasswordsJob = (deps: MailPasswordsDeps, activity: Activity): Job => ({
  name: 'auth.mail-passwords',
  ...oftenWhileBusy(2 * SECOND),
  activity,
  findNextDue: (before) => deps.db.asPlatform((tx) => deps.resets.findNextMail(tx, before)),
  run: async (signal) => {
    await runEachDue<PasswordMail>(
      {
        size: AT_ONCE,
        list: (after, limit) =>
          deps.db.asPlatform((tx) =>
            deps.resets.listDueMails(tx, deps.clock.now(), { after: after?.id, limit }),
          ),
        run: (mail) => handle(deps, mail),
      },
      signal,
    )
  },
})
