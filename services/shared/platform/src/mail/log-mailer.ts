import type { Mailer } from '@balcao/kernel'

/**
 * For installations without a mail server: logs that a mail would be sent, with the domain of the address only.
 * Never the text, which contains reset codes.
 */
export const createLogMailer = (
  log: (fields: { subject: string; domain: string }, message: string) => void,
): Mailer => ({
  delivers: false,
  async send(mail) {
    log(
      { subject: mail.subject, domain: mail.to.slice(mail.to.lastIndexOf('@') + 1) },
      'mail not sent: no mail server is configured',
    )
  },
})
