import { useState } from 'react'

import { useDebounced } from './use-debounced'

export interface Search {
  /** For the query: what was typed, some time after the last key. */
  words: string
  field: { value: string; onChange: (words: string) => void }
}

/** A list page's search. */
export const useSearch = (): Search => {
  const [value, onChange] = useState('')
  return { words: useDebounced(value.trim()), field: { value, onChange } }
}
