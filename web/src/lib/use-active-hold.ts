import type { ConnectionView } from '@balcao/contracts'
import { useEffect, useState } from 'react'

type Hold = NonNullable<ConnectionView['newChatsHeld']>

/* Browsers fire longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The hold until it ends by itself; null afterwards, whether or not the server has said so. */
export const useActiveHold = (hold: Hold | null | undefined): Hold | null => {
  const [now, setNow] = useState(() => Date.now())
  const until = hold ? new Date(hold.until).getTime() : 0
  useEffect(() => {
    if (until <= Date.now()) return undefined
    const timer = setTimeout(() => setNow(Date.now()), Math.min(LONGEST_TIMER_MS, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until, now])
  return hold && until > now ? hold : null
}
