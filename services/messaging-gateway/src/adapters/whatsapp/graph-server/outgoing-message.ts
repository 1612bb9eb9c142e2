export type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

export type PricingCategory = 'authentication' | 'marketing' | 'utility' | 'service' | 'referral_conversion'

export interface Pricing {
  billable: boolean
  pricing_model: 'PMP'
  type: 'regular' | 'free_customer_service' | 'free_entry_point'
  category: PricingCategory
}

/** A message that the API has accepted. */
export interface OutgoingMessage {
  id: string
  phoneNumberId: string
  /** The customer's number. */
  to: string
  /** Set when it was sent to the business-scoped id. */
  recipient: string | undefined
  acceptedAt: Date
  kind: string
  body: Record<string, unknown>
  callbackData: string | undefined
  pricing: Pricing
  /** Only of a free entry point from v24.0 on (webhooks/reference/messages/status, 2026-09-11). */
  conversation: { id: string; expiresAtMs: number; origin: PricingCategory } | undefined
  statuses: DeliveryStatus[]
  /** A code with which its delivery fails, known when it was accepted: 131047 for a closed window. */
  refusal: number | undefined
  /** A template with its variables filled in. */
  rendered: string | undefined
  /** The customer has seen it arrive. */
  hasArrived: boolean
}
