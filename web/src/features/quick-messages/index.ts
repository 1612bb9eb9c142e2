export { QuickAnswers } from './quick-answers'
export { useQuickAnswers } from './use-quick-answers'

/** Loaded separately: the composer needs only the list above it. */
export const loadQuickMessagesPage = () => import('./quick-messages-page')
