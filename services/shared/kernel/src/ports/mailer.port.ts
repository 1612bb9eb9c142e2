export interface Mail {
  to: string
  subject: string
  text: string
}

/** Hands a mail to the outside. At least once; throws ERR_UNAVAILABLE when it could not. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
