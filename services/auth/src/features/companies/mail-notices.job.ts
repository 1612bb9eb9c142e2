import { DAY, MINUTE, type Clock, type Database, type Job, type Mailer } from '@balcao/kernel'

import { signUpNotice } from './sign-up-notice'
import type { SignUpNoticeStore } from './sign-up-notice.store'

interface MailNoticesDeps {
  db: Database
  notices: SignUpNoticeStore
  mailer: Mailer
  clock: Clock
  loginPage: string | undefined
}

const AT_ONCE = 50
/* Whoever signs up with somebody's address again and again does not fill their mailbox. */
const AT_MOST_EVERY_MS = DAY

/**
 * Mails whoever's e-mail somebody signed up with, at least once per try and at most once a day. Beside the sign-up, whose time must not
 * tell that a mail went out.
 */
export const mailNoticesJob = ({ db, notices, mailer, clock, loginPage }: MailNoticesDeps): Job => ({
  name: 'auth.mail-sign-up-notices',
  everyMs: MINUTE,
  run: async (signal) => {
    const before = new Date(clock.now().getTime() - AT_MOST_EVERY_MS)
    // Platform scope, here and below: owners of whichever company.
    const due = await db.asPlatform((tx) => notices.due(tx, before, AT_ONCE))
    for (const owner of due) {
      if (signal.aborted) return
      await mailer.send(signUpNotice(owner.email, loginPage))
      await db.asPlatform((tx) => notices.setMailed(tx, owner, clock.now()))
    }
  },
})
