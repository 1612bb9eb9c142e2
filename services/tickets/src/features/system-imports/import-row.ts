import type { ImportedTicket } from './imported-conversation.store'
import type { ImportedKind, ImportRow } from './system-import.store'

const row = (kind: ImportedKind, sourceId: string, rest: Partial<ImportRow>): ImportRow => ({
  kind,
  sourceId,
  outcome: 'skipped',
  reason: '',
  ourId: undefined,
  messages: 0,
  ...rest,
})

export const skippedRow = (kind: ImportedKind, sourceId: string, reason: string): ImportRow =>
  row(kind, sourceId, { reason })

export const joinedRow = (kind: ImportedKind, sourceId: string, ourId: number): ImportRow =>
  row(kind, sourceId, { outcome: 'joined', ourId })

export const madeRow = (kind: ImportedKind, sourceId: string, ourId: number): ImportRow =>
  row(kind, sourceId, { outcome: 'made', ourId })

export const begunRow = (kind: ImportedKind, sourceId: string): ImportRow =>
  row(kind, sourceId, { outcome: 'begun' })

/** Rows of a made ticket and of what belongs to it. */
export const toTicketRows = (ticket: ImportedTicket, ourId: number): ImportRow[] => [
  { ...madeRow('ticket', ticket.sourceId, ourId), reason: ticket.change, messages: ticket.messages.length },
  ...ticket.notes.map(({ sourceId }) => madeRow('note', sourceId, ourId)),
  ...ticket.ratings.map(({ sourceId }) => madeRow('rating', sourceId, ourId)),
  ...ticket.contactTags.map(({ sourceId }) => madeRow('contactTag', sourceId, ourId)),
]
