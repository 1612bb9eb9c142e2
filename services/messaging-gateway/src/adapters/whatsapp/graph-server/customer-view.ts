import { DAY } from '@balcao/kernel'

import type { Customer } from './customer'
import type { GraphNetwork } from './network'

const RECENTLY_MS = 30 * DAY

/** Who a webhook says that the customer is. */
export interface CustomerView {
  /** Absent when the customer hides it and the number has not been dealt with for 30 days. */
  phone: string | undefined
  contact: Record<string, unknown>
  userId: string
  parentUserId: string | undefined
}

/**
 * The customer as the account may see them (business-scoped-user-ids#phone-numbers, 2026-02-06): the number is left out for a
 * customer with a user name whom the business has neither written to by number nor heard from by number in 30 days. The contact
 * book, which keeps such numbers, is off here.
 */
export function viewCustomer(network: GraphNetwork, phoneNumberId: string, customer: Customer): CustomerView {
  const { accountId } = network.number(phoneNumberId)
  const { userId, parentUserId } = network.scopedIds(accountId, customer)
  const { numberKnownAtMs } = network.conversation(phoneNumberId, customer)
  const isRecent = numberKnownAtMs !== undefined && network.nowMs() - numberKnownAtMs < RECENTLY_MS
  const phone = customer.hidesNumber && !isRecent ? undefined : customer.phone
  return {
    phone,
    userId,
    parentUserId,
    contact: {
      profile: {
        name: customer.name,
        ...(customer.username !== undefined && { username: customer.username }),
      },
      ...(phone !== undefined && { wa_id: phone }),
      user_id: userId,
      ...(parentUserId !== undefined && { parent_user_id: parentUserId }),
    },
  }
}
