import { useEffect, useState } from 'react'

import { readServerTime } from './server-clock'

/** Something that ends by itself. */
interface Hold {
  until: string
}

const readNow = () => readServerTime().getTime()

/* Browsers fire longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The hold until it ends by itself; null afterwards, whether or not the server has said so. */
export const useActiveHold = <H extends Hold>(hold: H | null | undefined): H | null => {
  const [now, setNow] = useState(() => readNow())
  const until = hold ? new Date(hold.until).getTime() : 0
  useEffect(() => {
    if (until <= now) return undefined
    // One that is over since the last look ends at once.
    const waitMs = Math.max(0, Math.min(LONGEST_TIMER_MS, until - readNow()))
    const timer = setTimeout(() => setNow(readNow()), waitMs)
    return () => clearTimeout(timer)
  }, [until, now])
  return hold && until > now ? hold : null
}
