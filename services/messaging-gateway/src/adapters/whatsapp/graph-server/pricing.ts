import type { Pricing, PricingCategory } from './outgoing-message'

/**
 * What a status says of a message's price. Utility templates and service messages in an open window were free until 2026-10-01 and
 * are charged since: so changelogs of solution partners (docs.ycloud.com, 2026-10); Meta's pricing page as served on 2026-09-11
 * still calls them free, and so does `windowIsFree`. Everything is free within a free entry point.
 */
export function computePricing(situation: {
  category: PricingCategory
  isWindowOpen: boolean
  isFreeEntryOpen: boolean
  windowIsFree: boolean
}): Pricing {
  const { category, isWindowOpen, isFreeEntryOpen, windowIsFree } = situation
  if (isFreeEntryOpen)
    return {
      billable: false,
      pricing_model: 'PMP',
      type: 'free_entry_point',
      category: 'referral_conversion',
    }
  const isFree = windowIsFree && isWindowOpen && (category === 'utility' || category === 'service')
  return {
    billable: !isFree,
    pricing_model: 'PMP',
    type: isFree ? 'free_customer_service' : 'regular',
    category,
  }
}
