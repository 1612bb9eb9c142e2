export type { QuickMessageStore } from './quick-message.store'
