import { createHash } from 'node:crypto'

/** A person with WhatsApp, as the network knows them. */
export interface Customer {
  /** Digits only. */
  phone: string
  name: string
  /** `@maria`; a customer with one hides the number from businesses that have not dealt with it lately. */
  username: string | undefined
  hidesNumber: boolean
  country: string
  /** False: messages fail with 131026. */
  isOnWhatsApp: boolean
  hasStoppedMarketing: boolean
  sendsReadReceipts: boolean
}

/** What a message brought to the customer's phone. */
export interface Arrival {
  id: string
  phoneNumberId: string
  at: Date
  type: string
  /** The body of the request: `text`, `image`, `template`, … under the key `type`. */
  message: Record<string, unknown>
  /** Template with its variables filled in; undefined for everything else. */
  rendered: string | undefined
}

/**
 * Business-scoped id: country, a dot and up to 128 letters and digits, one for each pair of user and portfolio
 * (business-scoped-user-ids, 2026-02-06). The parent's has `ENT.` after the country in examples of 2026-06, none in those of
 * 2026-02: the newer form is used.
 */
export function buildScopedId(
  scope: { kind: 'portfolio' | 'parent'; id: string },
  customer: Pick<Customer, 'phone' | 'country'>,
): string {
  const hash = createHash('sha256').update(`${scope.kind}:${scope.id}:${customer.phone}`).digest()
  const digits = (hash.readBigUInt64BE() % 10n ** 18n).toString().padStart(20, '1')
  return scope.kind === 'parent' ? `${customer.country}.ENT.${digits}` : `${customer.country}.${digits}`
}
