import { useEffect, useRef, type RefObject } from 'react'

/** Whether this tab holds the Web Lock: only that tab plays sounds. Call once. */
export const useLeader = (): RefObject<boolean> => {
  const leader = useRef(!('locks' in navigator))
  useEffect(() => {
    if (!('locks' in navigator)) return
    const gone = new AbortController()
    void navigator.locks
      .request('balcao-rings', { signal: gone.signal }, () => {
        leader.current = true
        return new Promise<void>((release) => gone.signal.addEventListener('abort', () => release()))
      })
      // Aborted on unmount.
      .catch(() => undefined)
    return () => gone.abort()
  }, [])
  return leader
}
