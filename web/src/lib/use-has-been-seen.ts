import { useEffect, useState, type RefObject } from 'react'

/** Whether an element has come near the visible part of the page once. */
export const useHasBeenSeen = (element: RefObject<Element | null>, marginPx: number): boolean => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current || isSeen) return undefined
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: `${marginPx}px` },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, isSeen, marginPx])
  return isSeen
}
