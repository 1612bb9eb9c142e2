import { useSyncExternalStore } from 'react'

import { readServerTime } from './server-clock'

const MINUTE_MS = 60_000
/** How old the time may be for the first component that asks. */
const FRESH_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

const renew = () => {
  now = readServerTime().getTime()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) timer = setInterval(renew, MINUTE_MS)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

const readNow = (): number => {
  if (listeners.size === 0) {
    const time = readServerTime().getTime()
    if (Math.abs(time - now) >= FRESH_MS) now = time
  }
  return now
}

/** The server’s time, renewed each minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, readNow)

/** What `read` makes of the server’s time, asked each minute; the component renders again only when it is another. */
export const useEachMinute = <T extends string | undefined>(read: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => read(readNow()))
