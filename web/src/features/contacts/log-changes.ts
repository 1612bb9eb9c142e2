import type { TicketLogView } from '@balcao/contracts'

export const loggedFields = ['user', 'queue', 'whatsapp'] as const

export interface LoggedChange {
  field: (typeof loggedFields)[number]
  /** A name; null for none. */
  from: string | null
  to: string | null
}

/** What an entry changed; of a new ticket what it began with. A name that is gone is shown by its number. */
export const listChanges = ({ from, to }: TicketLogView): LoggedChange[] => {
  const named = (ref: { id: number; name: string } | null | undefined) =>
    ref ? ref.name || `#${ref.id}` : null
  return loggedFields
    .filter((field) => from?.[field]?.id !== to[field]?.id)
    .map((field) => ({ field, from: named(from?.[field]), to: named(to[field]) }))
}
