export { createLogMailer } from './log-mailer'
