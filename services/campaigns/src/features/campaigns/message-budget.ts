import type { CompanyId } from '@balcao/contracts'
import { SECOND, type ServicePorts } from '@balcao/kernel'

/** Of this month, by the company's own prices; `left` without a budget, too. `unknown`: it was not read lately. */
export type BudgetState = 'left' | 'spent' | 'unknown'

/** Whether templates, which cost money, may be sent. */
export interface MessageBudget {
  /** Asks tickets. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE when tickets is away. */
  ask(companyId: CompanyId): Promise<'left' | 'spent'>
  /** `left` may be ten seconds old: prices come after delivery, so that more cannot be exact. `spent` never is, as a raised budget lifts the stop. */
  read(companyId: CompanyId): Promise<'left' | 'spent'>
  /** What is known without asking. */
  recall(companyId: CompanyId): Promise<'left' | 'unknown'>
}

const FRESH_MS = 10 * SECOND

const cacheKey = (companyId: CompanyId): string => `campaigns:${companyId}:budget-left`

export function createMessageBudget({ rpc, cache }: Pick<ServicePorts, 'rpc' | 'cache'>): MessageBudget {
  const recall = async (companyId: CompanyId) =>
    (await cache.get<true>(cacheKey(companyId))) ? 'left' : 'unknown'
  const ask = async (companyId: CompanyId) => {
    const { spent } = await rpc.tickets.isBudgetSpent({ companyId })
    if (spent) await cache.delete(cacheKey(companyId))
    else await cache.set(cacheKey(companyId), true, FRESH_MS)
    return spent ? 'spent' : 'left'
  }
  return {
    ask,
    recall,
    read: async (companyId) => ((await recall(companyId)) === 'left' ? 'left' : ask(companyId)),
  }
}
