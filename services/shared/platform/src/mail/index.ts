export { createMailer } from './create-mailer'
export { createSmtpMailer } from './smtp-mailer'
