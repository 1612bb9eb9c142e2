import type { TicketView } from '@balcao/contracts'
import { useEffect, useRef, useSyncExternalStore } from 'react'

import { useMarkTicketReadMutation } from '../../../data/tickets.api'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('focus', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('focus', listener)
  }
}

const useIsVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/** Marks the ticket as read while it is open, visible and scrolled to its end. */
export const useReader = (ticket: TicketView, isAtEnd: boolean, isReady: boolean): void => {
  const [markRead] = useMarkTicketReadMutation()
  const isVisible = useIsVisible()
  const asked = useRef(-1)
  const mayRead = isReady && isVisible && isAtEnd && ticket.status !== 'pending' && ticket.unreadMessages > 0
  useEffect(() => {
    // Once per version, so that an error is not retried in a loop.
    if (!mayRead || asked.current === ticket.version) return
    asked.current = ticket.version
    void markRead(ticket.id)
  }, [mayRead, markRead, ticket.id, ticket.version])
}
