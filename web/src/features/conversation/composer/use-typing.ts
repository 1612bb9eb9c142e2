import { useCallback, useEffect, useRef } from 'react'

import { useMe } from '../../../data/hooks'
import { useTellTypingMutation } from '../../../data/messages.api'
import { sayTyping } from '../use-viewers'

/** WhatsApp forgets "typing…" by itself: it is said again while the agent goes on, and taken back soon after. */
const AGAIN_MS = 8_000
const IDLE_MS = 5_000

const useIsWanted = (): boolean =>
  useMe().company.settings?.some(({ key, value }) => key === 'sendTyping' && value === 'enabled') ?? false

/**
 * Shows "typing…" to colleagues who have the ticket open, and to the customer where `sendTyping` is enabled. Best effort: errors are ignored.
 * Mount once per ticket (`key`).
 */
export const useTyping = (ticketId: number) => {
  const isWanted = useIsWanted()
  const [tell] = useTellTypingMutation()
  const saidAt = useRef<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = useCallback(() => {
    clearTimeout(timer.current)
    sayTyping(ticketId, false)
    if (saidAt.current === null) return
    saidAt.current = null
    void tell({ ticketId, isTyping: false })
  }, [tell, ticketId])

  const note = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(stop, IDLE_MS)
    sayTyping(ticketId, true)
    if (!isWanted) return
    if (saidAt.current !== null && Date.now() - saidAt.current < AGAIN_MS) return
    saidAt.current = Date.now()
    void tell({ ticketId, isTyping: true })
  }, [isWanted, tell, ticketId, stop])

  /** The message itself says that the writing is over. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    sayTyping(ticketId, false)
    saidAt.current = null
  }, [ticketId])

  useEffect(() => stop, [stop])
  return { note, stop, forget }
}
