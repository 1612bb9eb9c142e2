export { shortcodeKey } from './quick-message'
export { quickMessageChanged, quickMessageDeleted } from './quick-message-events'
export type { QuickMessageStore } from './quick-message.store'
