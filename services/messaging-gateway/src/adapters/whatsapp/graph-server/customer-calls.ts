import { viewCustomer } from './customer-view'
import type { GraphNetwork } from './network'
import { toTimestamp } from './statuses'

/** A customer's call of a number. */
export interface CustomerCall {
  id: string
  phoneNumberId: string
  from: string
  /** `rejected` by the business, `over` by the customer or by nobody. */
  state: 'ringing' | 'rejected' | 'over'
}

/** What customers do with calls (calling/user-initiated-calls, 24 June 2026). */
export class CustomerCalls {
  private readonly calls = new Map<string, CustomerCall>()

  constructor(private readonly network: GraphNetwork) {}

  find(id: string): CustomerCall | undefined {
    return this.calls.get(id)
  }

  /** A call opens the 24 hours as a message does (messages/send-messages, customer service windows). Answers the call's id. */
  ring(phoneNumberId: string, from: string, id = `wacid.${this.network.newId()}`): string {
    const customer = this.network.customer(from)
    this.network.conversation(phoneNumberId, customer).lastFromCustomerAtMs = this.network.nowMs()
    const call: CustomerCall = { id, phoneNumberId, from: customer.phone, state: 'ringing' }
    this.calls.set(id, call)
    this.announce(call, { event: 'connect', session: { sdp_type: 'offer', sdp: 'v=0\r\n' } })
    return id
  }

  /** Nobody took it, or its customer gave up. */
  hangUp(id: string): void {
    this.end(id, 'over')
  }

  end(id: string, state: 'rejected' | 'over'): void {
    const call = this.calls.get(id)
    if (call?.state !== 'ringing') throw new Error(`call ${id} does not ring`)
    call.state = state
    this.announce(call, { event: 'terminate', status: 'FAILED' })
  }

  private announce({ id, phoneNumberId, from }: CustomerCall, fields: Record<string, unknown>): void {
    const number = this.network.number(phoneNumberId)
    const { phone, userId, contact } = viewCustomer(this.network, phoneNumberId, this.network.customer(from))
    this.network.announce(number.accountId, 'calls', {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: number.digits, phone_number_id: number.id },
      contacts: [contact],
      calls: [
        {
          id,
          to: number.digits,
          ...(phone !== undefined && { from: phone }),
          from_user_id: userId,
          direction: 'USER_INITIATED',
          timestamp: toTimestamp(this.network.nowMs()),
          ...fields,
        },
      ],
    })
  }
}
