import { checkMailLogin, type MailLogin } from '@balcao/platform'

import { ok, problem, warning, type Check, type Finding } from './check'

/** Undefined without a mail server. `server` is its host and port. */
export function judgeMail(login: MailLogin | undefined, server: string): Finding {
  if (login === undefined)
    return warning(
      'no mail server is set: who forgets a password gets no code',
      'Set SMTP_URL (smtps://user:password@mail.example.com:465) and MAIL_FROM.',
    )
  if (login.kind === 'accepted') return ok(`${server} accepts the log-in`)
  const { code, answer } = login
  if (code === 'EAUTH')
    return problem(
      `${server} refuses the log-in${answer === undefined ? '' : ` (${answer})`}`,
      'Correct user and password in SMTP_URL. Google and Microsoft want an app password, and @ in a user is written %40.',
    )
  if (code === 'EDNS' || code === 'ENOTFOUND')
    return problem(`${server} has no address`, 'Correct the name of the mail server in SMTP_URL.')
  return problem(
    `${server} cannot be reached (${code})`,
    'Correct host and port in SMTP_URL: smtps:// is port 465, smtp:// with STARTTLS is 587. Many providers block 25.',
  )
}

export const mailCheck = (mail: { url: string; from: string } | undefined, withinMs: number): Check => ({
  name: 'mail',
  run: async () => {
    if (!mail) return judgeMail(undefined, '')
    return judgeMail(await checkMailLogin(mail, withinMs), new URL(mail.url).host)
  },
})
