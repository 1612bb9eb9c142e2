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

/** Tells the server that the messages were read: while the ticket is open, on screen and at its end. */
export const useReader = (ticket: TicketView, isAtEnd: boolean, isReady: boolean): void => {
  const [markRead] = useMarkTicketReadMutation()
  const isVisible = useIsVisible()
  const asked = useRef(-1)
  const mayRead = isReady && isVisible && isAtEnd && ticket.status !== 'pending' && ticket.unreadMessages > 0
  useEffect(() => {
    // Once per version: a refusal must not be asked again in a loop.
    if (!mayRead || asked.current === ticket.version) return
    asked.current = ticket.version
    void markRead(ticket.id)
  }, [mayRead, markRead, ticket.id, ticket.version])
}
