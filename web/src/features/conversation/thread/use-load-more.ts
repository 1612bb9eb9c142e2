import { useEffect, useRef } from 'react'

export interface LoadMore {
  /** Anything of the list is being read: more is refused until it has come. */
  isFetching: boolean
  isFetchingMore: boolean
  load: () => void
}

/**
 * Loads more when asked: at once, or as soon as what is read again has come. Whoever stands at the top of a list says so once, and
 * no scroll follows. Ignored while more is coming.
 */
export const useLoadMore = ({ isFetching, isFetchingMore, load }: LoadMore): (() => void) => {
  const isWanted = useRef(false)
  useEffect(() => {
    if (isFetching || !isWanted.current) return
    isWanted.current = false
    load()
  })
  return () => {
    if (!isFetching) load()
    else if (!isFetchingMore) isWanted.current = true
  }
}
