import { DAY } from '@balcao/kernel'

import type { MessagingTier } from './assets'

/** Customers that a portfolio may write to in 24 hours outside of their windows (messaging-limits, 2025-10-07). */
export const CUSTOMERS_PER_DAY: Readonly<Record<MessagingTier, number>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: Infinity,
}

/** Whom portfolios have written to lately, each customer once; all their numbers share it. */
export class CustomerLimit {
  private readonly begun = new Map<string, Map<string, number>>()

  /** False when the customer would be one too many; a customer of the last 24 hours never is. */
  take(portfolio: { id: string; tier: MessagingTier }, customer: string, nowMs: number): boolean {
    const times = this.lately(portfolio.id, nowMs)
    if (!times.has(customer) && times.size >= CUSTOMERS_PER_DAY[portfolio.tier]) return false
    if (!times.has(customer)) times.set(customer, nowMs)
    return true
  }

  private lately(portfolioId: string, nowMs: number): Map<string, number> {
    const times = this.begun.get(portfolioId) ?? new Map<string, number>()
    this.begun.set(portfolioId, times)
    for (const [customer, at] of times) {
      // In the order in which they began.
      if (at > nowMs - DAY) break
      times.delete(customer)
    }
    return times
  }
}
