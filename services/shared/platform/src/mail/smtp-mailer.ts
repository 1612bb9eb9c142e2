import { AppError, SECOND, type Mailer } from '@balcao/kernel'
import { createTransport } from 'nodemailer'

export interface SmtpSettings {
  /** `smtp:` or `smtps:`, with the login. */
  url: string
  from: string
}

const CONNECT_MS = 10 * SECOND
const SILENT_MS = 20 * SECOND

/* The library's error names addresses: only its code and the server's number are kept. */
function toAppError(error: unknown): AppError {
  const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number }
  return new AppError('ERR_UNAVAILABLE', { detail: `mail server: ${code} ${responseCode}`.trim() })
}

/** Mails over SMTP, one connection per mail; STARTTLS where the server offers it. No address or text is logged. */
export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    delivers: true,
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
      } catch (error) {
        throw toAppError(error)
      }
    },
  }
}
