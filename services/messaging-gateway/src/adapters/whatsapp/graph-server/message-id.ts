import { randomBytes } from 'node:crypto'

/* The bytes around number and key are those of every documented example (send-messages and webhooks pages, 2025-11-04). */
const HEAD = [0x1c, 0x18]
const TO_CUSTOMER = [0x15, 0x02, 0x00, 0x11, 0x18]
const FROM_CUSTOMER = [0x15, 0x02, 0x00, 0x12, 0x18]

/** A `wamid`, as long and as opaque as Meta's: the customer's number and a random key in base64. */
export function buildMessageId(customer: string, direction: 'to-customer' | 'from-customer'): string {
  const key = randomBytes(direction === 'to-customer' ? 9 : 10)
    .toString('hex')
    .toUpperCase()
  const bytes = Buffer.concat([
    Buffer.from([...HEAD, customer.length]),
    Buffer.from(customer, 'ascii'),
    Buffer.from([...(direction === 'to-customer' ? TO_CUSTOMER : FROM_CUSTOMER), key.length]),
    Buffer.from(key, 'ascii'),
    Buffer.from([0]),
  ])
  return `wamid.${bytes.toString('base64')}`
}
