export type { MessagePriceStore } from './message-price.store'
export { readIsBudgetSpent, type BudgetDeps } from './read-budget'
