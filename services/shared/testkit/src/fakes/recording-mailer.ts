import { AppError, type Mail, type Mailer } from '@balcao/kernel'

export interface RecordingMailer extends Mailer {
  readonly sent: Mail[]
  /** Makes the next sends fail with ERR_UNAVAILABLE, or work again. */
  setBroken(isBroken: boolean): void
}

/** @param delivers false: as without a mail server. */
export function recordingMailer(delivers = true): RecordingMailer {
  const sent: Mail[] = []
  let isBroken = false
  return {
    delivers,
    sent,
    setBroken: (value) => void (isBroken = value),
    async send(mail) {
      if (isBroken) throw new AppError('ERR_UNAVAILABLE')
      sent.push(mail)
    },
  }
}
