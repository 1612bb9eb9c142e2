/** Parts of the monthly budget at which administrators are warned; at the last one campaigns with templates stop. */
export const budgetPercents = [80, 100] as const
export type BudgetPercent = (typeof budgetPercents)[number]

/** Which of the percents the month's costs have reached, lowest first; none without a budget. */
export const listReachedPercents = (spentMicros: number, budgetMicros: number | null): BudgetPercent[] =>
  budgetMicros === null ? [] : budgetPercents.filter((percent) => spentMicros / budgetMicros >= percent / 100)

/** Whether the month's costs have reached the budget. Never without one. */
export const isBudgetSpent = (spentMicros: number, budgetMicros: number | null): boolean =>
  budgetMicros !== null && spentMicros >= budgetMicros

/** Whole percents of the budget that are spent, rounded down: 99.9 is not 100. */
export const computeSpentPercent = (spentMicros: number, budgetMicros: number): number =>
  Math.floor((spentMicros * 100) / budgetMicros)
