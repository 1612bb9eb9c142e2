export { QuickAnswers } from './quick-answers'
export { useQuickAnswers } from './use-quick-answers'
