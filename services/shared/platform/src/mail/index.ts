export { createMailer } from './create-mailer'
export { createSmtpMailer } from './smtp-mailer'
export { checkMailLogin, type MailLogin } from './check-mail-login'
