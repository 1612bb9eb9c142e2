import type { TicketId } from '@balcao/contracts'

/** Where a page of earlier messages ends: before this message of this ticket. */
export interface EarlierCursor {
  ticketId: TicketId
  before: number
}

export interface MessageRange {
  ticketId: TicketId
  /** `seq`, both included. */
  first: number
  last: number
}

/**
 * The messages of a page that goes over several tickets, and whether older ones follow among them.
 * @param tickets the latest first, the cursor's own included
 */
export function planEarlierPage(
  tickets: readonly { id: TicketId; messageSeq: number; erasedSeq: number }[],
  cursor: EarlierCursor | undefined,
  size: number,
): { ranges: MessageRange[]; hasMore: boolean } {
  const ranges: MessageRange[] = []
  let left = size
  for (const { id, messageSeq, erasedSeq } of tickets) {
    const last = cursor?.ticketId === id ? Math.min(messageSeq, cursor.before - 1) : messageSeq
    if (last <= erasedSeq) continue
    if (left === 0) return { ranges, hasMore: true }
    const first = Math.max(erasedSeq + 1, last - left + 1)
    ranges.push({ ticketId: id, first, last })
    left -= last - first + 1
    if (first > erasedSeq + 1) return { ranges, hasMore: true }
  }
  return { ranges, hasMore: false }
}
