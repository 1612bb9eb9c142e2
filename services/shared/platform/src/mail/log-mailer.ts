import type { Mailer } from '@balcao/kernel'

/**
 * For machines without a mail server: the log says that a mail would have gone out. Never its text, which carries
 * reset codes, and of the address only the domain.
 */
export const createLogMailer = (
  log: (fields: { subject: string; domain: string }, message: string) => void,
): Mailer => ({
  async send(mail) {
    log(
      { subject: mail.subject, domain: mail.to.slice(mail.to.lastIndexOf('@') + 1) },
      'mail not sent: no mail server is configured',
    )
  },
})
