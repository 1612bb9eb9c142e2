import { computeWindowEnd, type MessageView } from '@balcao/contracts'

type Written = Pick<MessageView, 'fromMe' | 'createdAt'>

/**
 * Until when the customer can be answered, by the messages that are loaded; null where that does not end, or is not known: the server
 * decides.
 */
export const findWindowEnd = (messages: readonly Written[], windowHours: number | null): string | null => {
  const received = messages.filter(({ fromMe }) => !fromMe).map(({ createdAt }) => createdAt)
  const last = received.toSorted().at(-1)
  const end = last === undefined ? undefined : computeWindowEnd(windowHours, new Date(last))
  return end?.toISOString() ?? null
}
