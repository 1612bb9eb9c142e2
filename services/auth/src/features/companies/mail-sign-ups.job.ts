import {
  AppError,
  backoffMs,
  HOUR,
  MINUTE,
  oftenWhileBusy,
  runEachDue,
  SECOND,
  type Activity,
  type Clock,
  type Database,
  type Job,
  type Mailer,
} from '@balcao/kernel'

import { newResetCode, type ResetCodeHashes } from '../password-reset'
import { hashSignUpCode, SIGN_UP_CODE_TTL_MS } from './confirm-sign-up'
import type { PendingSignUp, PendingSignUpStore } from './pending-sign-up.store'
import { buildSignUpMail } from './sign-up-mail'

interface MailSignUpsDeps {
  db: Database
  pendingSignUps: PendingSignUpStore
  hashes: ResetCodeHashes
  mailer: Mailer
  clock: Clock
  /** Of the installation, for links; undefined without a public address. */
  origin: string | undefined
}

const AT_ONCE = 50
/* 12 characters are 60 bits. */
const CODE_LENGTH = 12
const RETRY = { firstMs: 5 * SECOND, longestMs: 10 * MINUTE }
/* Between two codes to one address, whoever signs up with it. */
const CODE_EVERY_MS = MINUTE

/* The code is stored before it is mailed: a code in a mailbox is always one that counts, or a later mail has replaced it. */
async function send(deps: MailSignUpsDeps, asked: PendingSignUp, now: Date): Promise<void> {
  const code = newResetCode(CODE_LENGTH)
  const nextMailAt = new Date(now.getTime() + backoffMs(asked.mailTries + 1, RETRY, Math.random()))
  const codeHash = hashSignUpCode(deps.hashes, asked.email, code)
  await deps.db.asPlatform((tx) =>
    deps.pendingSignUps.setCode(tx, asked.id, codeHash, { mailedAt: now, nextMailAt }),
  )
  try {
    await deps.mailer.send(buildSignUpMail(asked.email, code, deps.origin))
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_UNAVAILABLE') return
    throw error
  }
  await deps.db.asPlatform((tx) => deps.pendingSignUps.setMailed(tx, asked.id))
}

async function handle(deps: MailSignUpsDeps, asked: PendingSignUp): Promise<void> {
  const now = deps.clock.now()
  const last = await deps.db.asPlatform((tx) => deps.pendingSignUps.findLastMailedAt(tx, asked.email))
  const earliest = new Date((last?.getTime() ?? 0) + CODE_EVERY_MS)
  // A mail of its own that failed is tried again by its own delay.
  if (asked.mailedAt === null && earliest > now)
    return deps.db.asPlatform((tx) => deps.pendingSignUps.delayMail(tx, asked.id, earliest))
  return send(deps, asked, now)
}

/** Deletes sign-ups that no one confirmed for two days. */
export const sweepSignUpsJob = ({
  db,
  clock,
  pendingSignUps,
}: Pick<MailSignUpsDeps, 'db' | 'clock' | 'pendingSignUps'>): Job => ({
  name: 'auth.sweep-sign-ups',
  everyMs: HOUR,
  run: async () => {
    const forgotten = new Date(clock.now().getTime() - 2 * SIGN_UP_CODE_TTL_MS)
    // Platform scope, here and below: the companies do not exist yet.
    await db.asPlatform((tx) => pendingSignUps.sweep(tx, forgotten))
  },
})

/** Mails the codes of sign-ups, at least once each. A job, because the response time must not reveal that a mail is sent. */
export const mailSignUpsJob = (deps: MailSignUpsDeps, activity: Activity): Job => ({
  name: 'auth.mail-sign-ups',
  ...oftenWhileBusy(2 * SECOND),
  activity,
  findNextDue: (before) => deps.db.asPlatform((tx) => deps.pendingSignUps.findNextDue(tx, before)),
  run: async (signal) => {
    const now = deps.clock.now()
    await runEachDue<PendingSignUp>(
      {
        size: AT_ONCE,
        list: (after, limit) =>
          deps.db.asPlatform((tx) => deps.pendingSignUps.listDue(tx, now, { after: after?.id, limit })),
        run: (asked) => handle(deps, asked),
      },
      signal,
    )
  },
})
