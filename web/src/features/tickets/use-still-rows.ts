import type { TicketView } from '@balcao/contracts'
import { useEffect, useRef, useState, type PointerEvent } from 'react'

/** How long after its last move a pointer over the list still holds the rows. */
const STILL_MS = 2000

export interface StillRow {
  ticket: TicketView
  /** It has left the list, and is shown only until the rows may move. */
  hasLeft: boolean
}

/* The held rows where they stood, then those that came meanwhile. */
function holdRows(held: readonly TicketView[], tickets: readonly TicketView[]): StillRow[] {
  const now = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const kept = held.map((ticket) => ({ ticket: now.get(ticket.id) ?? ticket, hasLeft: !now.has(ticket.id) }))
  const heldIds = new Set(held.map(({ id }) => id))
  const added = tickets.filter(({ id }) => !heldIds.has(id))
  return [...kept, ...added.map((ticket) => ({ ticket, hasLeft: false }))]
}

/**
 * The rows of a list, which stand still under a mouse that is used: what would move or remove them waits until the mouse
 * rests or leaves, or `key` changes (another list).
 */
export const useStillRows = (tickets: readonly TicketView[], key: unknown) => {
  const [held, setHeld] = useState<{ rows: readonly TicketView[]; key: unknown } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setHeld(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const hold = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = setTimeout(release, STILL_MS)
    if (!held || held.key !== key) setHeld({ rows: tickets, key })
  }
  const isHeld = held !== null && held.key === key
  return {
    rows: isHeld ? holdRows(held.rows, tickets) : tickets.map((ticket) => ({ ticket, hasLeft: false })),
    onPointerMove: hold,
    onPointerLeave: release,
  }
}
