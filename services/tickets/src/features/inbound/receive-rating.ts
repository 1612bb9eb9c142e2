import type { MessageReceived } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { Connection } from '../connections'
import type { Contact } from '../contacts'
import type { AfterMessages } from '../messages'
import type { CompanySettings } from '../settings'
import {
  customerWords,
  isWaitingForRating,
  readRating,
  writeCompletion,
  type OpenedTicket,
  type TrackingStore,
} from '../tickets'

interface RatingArrival {
  value: MessageReceived
  contact: Contact
  settings: CompanySettings
  connection: Connection | undefined
  now: Date
}

/** The rating that a customer's message is. */
export const findRating = (value: MessageReceived): number | undefined =>
  value.fromMe || value.isGroup || value.kind !== 'chat'
    ? undefined
    : readRating({ text: value.body, choiceId: value.choiceId })

/**
 * Stores the rating that a customer's message is, when the ticket waits for one: it stays closed and the customer is thanked
 * with the completion message. Undefined for every other message, which is then an ordinary one.
 */
export async function receiveRating(
  deps: { trackings: TrackingStore },
  tx: Tx,
  { ticket }: OpenedTicket,
  { value, contact, settings, connection, now }: RatingArrival,
): Promise<AfterMessages | undefined> {
  const rate = findRating(value)
  if (rate === undefined || !isWaitingForRating(ticket, settings.ratingMinutes, now)) return undefined
  await deps.trackings.rate(tx, ticket.companyId, ticket.id, { rate, now })
  const completion = writeCompletion({ settings, rules: connection?.rules, now }, contact.name)
  const thanks = completion.length > 0 ? completion : [{ body: customerWords[settings.language].rated }]
  return { answers: thanks, bot: undefined, endsRating: true }
}
