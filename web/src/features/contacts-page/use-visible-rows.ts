import { useEffect, useState, type RefObject } from 'react'

/** Lists up to this length are drawn whole. */
const MOST_DRAWN = 200
const MARGIN_ROWS = 30

export interface VisibleRows {
  first: number
  /** One past the last. */
  end: number
}

/** Which of `count` rows of one height are near the screen; `top` is how far the first row is above it. */
export const chooseVisibleRows = (
  count: number,
  { rowHeight, top, height }: { rowHeight: number; top: number; height: number },
): VisibleRows => {
  if (count <= MOST_DRAWN) return { first: 0, end: count }
  const size = Math.ceil(height / rowHeight) + 2 * MARGIN_ROWS
  const wanted = Math.floor(top / rowHeight) - MARGIN_ROWS
  const first = Math.max(0, Math.min(wanted, count - size))
  return { first, end: Math.min(count, first + size) }
}

/** The rows of `body` to draw, as its page scrolls. Rows must have the given height. */
export const useVisibleRows = (
  body: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): VisibleRows => {
  const [rows, setRows] = useState<VisibleRows>({ first: 0, end: Math.min(count, MOST_DRAWN) })
  useEffect(() => {
    const page = body.current?.closest('.page')
    if (!page) return undefined
    const measure = () => {
      if (!body.current) return
      const top = page.getBoundingClientRect().top - body.current.getBoundingClientRect().top
      const next = chooseVisibleRows(count, { rowHeight, top, height: page.clientHeight })
      setRows((shown) => (shown.first === next.first && shown.end === next.end ? shown : next))
    }
    measure()
    page.addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      page.removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [body, count, rowHeight])
  return rows
}
