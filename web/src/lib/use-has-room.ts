import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether an element is at least this wide; renders again when that changes. */
export const useHasRoom = (element: RefObject<HTMLElement | null>, widthPx: number): boolean => {
  const [has, setHas] = useState(false)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setHas(current.clientWidth >= widthPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, widthPx])
  return has
}
