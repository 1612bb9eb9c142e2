import { MAX_FORWARDED_MESSAGES } from '@balcao/contracts'
import { useMemo, useState } from 'react'

export interface Selection {
  /** Null while no messages are being chosen. */
  ids: ReadonlySet<string> | null
  /** Adds or removes one; the first one begins the selection. At most as many as one forward takes. */
  toggle: (messageId: string) => void
  clear: () => void
}

const toggleIn = (ids: ReadonlySet<string> | null, messageId: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(messageId) && next.size < MAX_FORWARDED_MESSAGES) next.add(messageId)
  return next
}

/** The messages chosen to be forwarded together. */
export const useSelection = (): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null)
  return useMemo(
    () => ({
      ids,
      toggle: (messageId) => setIds((now) => toggleIn(now, messageId)),
      clear: () => setIds(null),
    }),
    [ids],
  )
}
