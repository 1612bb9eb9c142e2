export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail. At least once; throws ERR_UNAVAILABLE when it could not be sent. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
