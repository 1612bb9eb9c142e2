import { readText, type JsonObject } from '@balcao/kernel'

import type { AccountLimit } from '../../../features/whatsapp-driver'

/**
 * Customers that all numbers of a business portfolio may write to first in 24 hours, by
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/messaging-limits (7 October 2025, read November 2026). Higher
 * tiers, and `TIER_UNLIMITED`, are as good as none for a desk; `TIER_1K` is what older portfolios had before `TIER_2K`.
 */
const customersPerDay: Readonly<Record<string, number>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1_000,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
}

/** The limit that Graph answers with a number. A portfolio has none before Meta has evaluated it. */
export function readMessagingLimit(number: JsonObject): Extract<AccountLimit, { kind: 'new-chats' }> {
  const total = customersPerDay[readText(number.whatsapp_business_manager_messaging_limit).toUpperCase()]
  return {
    kind: 'new-chats',
    // How many were written to is counted here: Graph does not tell.
    isUsedUp: false,
    until: undefined,
    quota: total === undefined ? undefined : { total, used: 0 },
  }
}
