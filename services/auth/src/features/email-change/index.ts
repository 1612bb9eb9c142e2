export type { EmailChange, EmailChangeStore } from './email-change.store'
