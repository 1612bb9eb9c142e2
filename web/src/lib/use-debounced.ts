import { useEffect, useState } from 'react'

import { SEARCH_DEBOUNCE_MS } from './constants'

/** `value`, `delayMs` after it last changed. */
export const useDebounced = <T>(value: T, delayMs = SEARCH_DEBOUNCE_MS): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
