import type { Mailer } from '@balcao/kernel'

import { createLogMailer } from './log-mailer'
import { createSmtpMailer, type SmtpSettings } from './smtp-mailer'

/** The mailer of a process: over SMTP where a mail server is configured, else the log. */
export const createMailer = (
  settings: SmtpSettings | undefined,
  log: Parameters<typeof createLogMailer>[0],
): Mailer => (settings ? createSmtpMailer(settings) : createLogMailer(log))
