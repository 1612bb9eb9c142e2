import { MINUTE, type Job } from '@balcao/kernel'

import { markBudgets, type MarkBudgetsDeps } from './mark-budgets'

export const messageBudgetsJob = (deps: MarkBudgetsDeps): Job => ({
  name: 'tickets.message-budgets',
  everyMs: MINUTE,
  run: (signal) => markBudgets(deps, signal),
})
