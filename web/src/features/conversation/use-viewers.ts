import { VIEWER_GONE_MS, VIEWER_SAYS_EVERY_MS, type ViewerEvent } from '@balcao/contracts'
import { useEffect, useState } from 'react'

import { useMe } from '../../data/hooks'
import { viewTicket } from '../../data/live/live'
import { onViewer } from '../../data/live/viewers'

/** Until the conversation is joined, nobody can be told. */
const SAY_AGAIN_MS = 1_000

const typing = new Set<number>()
const changes = new Set<(ticketId: number) => void>()

/** Whether this user is writing in the ticket, for the others who have it open. */
export const sayTyping = (ticketId: number, isTyping: boolean): void => {
  if (typing.has(ticketId) === isTyping) return
  if (isTyping) typing.add(ticketId)
  else typing.delete(ticketId)
  for (const change of changes) change(ticketId)
}

/** A tab that is not looked at views nothing. */
const findState = (ticketId: number) => {
  if (document.visibilityState === 'hidden') return 'left'
  return typing.has(ticketId) ? 'typing' : 'viewing'
}

export interface Viewer extends Pick<ViewerEvent, 'user' | 'state'> {
  heardAt: number
}

/** The colleagues who have the ticket open now; they are told of this user, again and again until it is left. */
export const useViewers = (ticketId: number): readonly Viewer[] => {
  const me = useMe()
  const [viewers, setViewers] = useState<ReadonlyMap<string, Viewer>>(new Map())

  useEffect(() => {
    let known: ReadonlyMap<string, Viewer> = new Map()
    let again: ReturnType<typeof setTimeout> | undefined
    const show = (next: ReadonlyMap<string, Viewer>) => {
      known = next
      setViewers(next)
    }
    const say = () => {
      clearTimeout(again)
      viewTicket(ticketId, findState(ticketId), (isTold) => {
        clearTimeout(again)
        if (!isTold) again = setTimeout(say, SAY_AGAIN_MS)
      })
    }
    const hear = ({ ticketId: heard, viewer, user, state }: ViewerEvent) => {
      if (heard !== ticketId) return
      const next = new Map(known)
      if (state === 'left') next.delete(viewer)
      else next.set(viewer, { user, state, heardAt: performance.now() })
      // Who has just come does not know of this user yet.
      if (state !== 'left' && !known.has(viewer)) say()
      show(next)
    }
    const forget = () => {
      const isHere = ({ heardAt }: Viewer) => performance.now() - heardAt < VIEWER_GONE_MS
      if (![...known.values()].every(isHere)) show(new Map([...known].filter(([, viewer]) => isHere(viewer))))
    }
    const change = (changed: number) => {
      if (changed === ticketId) say()
    }
    const beat = setInterval(() => {
      forget()
      say()
    }, VIEWER_SAYS_EVERY_MS)
    const stop = onViewer(hear)
    changes.add(change)
    document.addEventListener('visibilitychange', say)
    say()
    return () => {
      clearInterval(beat)
      clearTimeout(again)
      stop()
      changes.delete(change)
      document.removeEventListener('visibilitychange', say)
      setViewers(new Map())
    }
  }, [ticketId])

  return [...viewers.values()].filter(({ user }) => user.id !== me.id)
}
