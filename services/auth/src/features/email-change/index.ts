export type { EmailChange, EmailChangeStore } from './email-change.store'
export { toConfirmPage } from './email-change-mail'
