import { useEffect, useState } from 'react'

import { readServerTime } from './server-clock'

const MINUTE_MS = 60_000

/** The server’s time, renewed each minute. */
export const useMinute = (): number => {
  const [now, setNow] = useState(() => readServerTime().getTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(readServerTime().getTime()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
