import { useCallback, useEffect, useRef, useState } from 'react'

export interface Polled<T> {
  data: T | undefined
  error: unknown
  /** Asks now. */
  refresh: () => void
}

/**
 * What `ask` answers, asked again every `everyMs` while the page is visible. Another `key` starts over; answers
 * for the key before are dropped. null asks nothing.
 */
export const usePolled = <T>(key: string | null, ask: () => Promise<T>, everyMs: number): Polled<T> => {
  const [state, setState] = useState<{ key: string | null; data?: T; error?: unknown }>({ key })
  const [round, setRound] = useState(0)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })

  useEffect(() => {
    if (key === null) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => void look(), everyMs)
    }
    const look = async () => {
      if (document.visibilityState === 'hidden') return again()
      try {
        const data = await latest.current()
        if (!gone) setState({ key, data })
      } catch (error) {
        // What was there stays on screen beside the error.
        if (!gone) setState((before) => ({ key, data: before.key === key ? before.data : undefined, error }))
      }
      if (!gone) again()
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [key, everyMs, round])

  const refresh = useCallback(() => setRound((before) => before + 1), [])
  const fresh = state.key === key
  return { data: fresh ? state.data : undefined, error: fresh ? state.error : undefined, refresh }
}
