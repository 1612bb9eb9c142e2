export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail. At least once; throws ERR_UNAVAILABLE when it could not be sent. */
export interface Mailer {
  /** Whether mails reach their addresses; false without a mail server, where they are logged. */
  readonly delivers: boolean
  send(mail: Mail): Promise<void>
}
