import { DAY, MINUTE, runEachDue, type Clock, type Database, type Job, type Mailer } from '@balcao/kernel'

import { buildSignUpNotice } from './sign-up-notice'
import type { NoticedUser, SignUpNoticeStore } from './sign-up-notice.store'

interface MailNoticesDeps {
  db: Database
  notices: SignUpNoticeStore
  mailer: Mailer
  clock: Clock
  loginPage: string | undefined
}

const AT_ONCE = 50
/* Limit per user, so that repeated sign-ups with an address do not fill its mailbox. */
const AT_MOST_EVERY_MS = DAY

/**
 * Mails the owners of e-mails that were used for a sign-up: at least once per try and at most once a day. A job, because
 * the sign-up's response time must not reveal that a mail is sent.
 */
export const mailNoticesJob = ({ db, notices, mailer, clock, loginPage }: MailNoticesDeps): Job => ({
  name: 'auth.mail-sign-up-notices',
  everyMs: MINUTE,
  run: async (signal) => {
    const before = new Date(clock.now().getTime() - AT_MOST_EVERY_MS)
    // Platform scope, here and below: owners in any company.
    await runEachDue<NoticedUser>(
      {
        size: AT_ONCE,
        list: (after, limit) =>
          db.asPlatform((tx) => notices.listDue(tx, before, { after: after?.id, limit })),
        run: async (owner) => {
          await mailer.send(buildSignUpNotice(owner.email, loginPage))
          await db.asPlatform((tx) => notices.setMailed(tx, owner, clock.now()))
        },
      },
      signal,
    )
  },
})
