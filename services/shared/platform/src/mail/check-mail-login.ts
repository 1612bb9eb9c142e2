import { createTransport } from 'nodemailer'

import type { SmtpSettings } from './smtp-mailer'

/** What a mail server said to a log-in: the library's code (`EAUTH`, `ESOCKET`, …) and the server's number, where it gave one. */
export type MailLogin = { kind: 'accepted' } | { kind: 'refused'; code: string; answer: number | undefined }

/** Connects to the mail server, logs in and leaves, without a mail. @param withinMs for each of connection, greeting and answers. */
export async function checkMailLogin({ url }: SmtpSettings, withinMs: number): Promise<MailLogin> {
  const transport = createTransport({
    url,
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.verify()
    return { kind: 'accepted' }
  } catch (error) {
    // The library's words name addresses and repeat what the server said.
    const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
    return { kind: 'refused', code, answer: responseCode }
  } finally {
    transport.close()
  }
}
