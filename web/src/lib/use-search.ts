import { useState } from 'react'

import { useDebounced } from './use-debounced'

/** A list page's search: `value` and `onChange` for its field, `words` for its query, some time after the last key. */
export const useSearch = () => {
  const [value, onChange] = useState('')
  return { words: useDebounced(value.trim()), field: { value, onChange } }
}
