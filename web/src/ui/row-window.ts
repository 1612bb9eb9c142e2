import { useEffect, useRef, useState, type RefObject } from 'react'

/** A longer list renders only the rows that are seen, and some around them. */
export const RENDERED_WHOLE = 200
const BUFFER_ROWS = 20
/** The window moves in steps, so that scrolling a row further renders nothing. */
const STEP_ROWS = 10
const FIRST_GUESS_PX = 53

export interface RowWindow {
  from: number
  to: number
  /** Height of one row, as measured. */
  rowPx: number
}

export interface Seen {
  /** How far the list's top is above the top of what is seen. */
  scrolled: number
  height: number
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** Which of `count` rows are rendered. */
export const findRows = (count: number, rowPx: number, { scrolled, height }: Seen): RowWindow => {
  if (count <= RENDERED_WHOLE) return { from: 0, to: count, rowPx }
  const first = Math.floor(scrolled / rowPx / STEP_ROWS) * STEP_ROWS
  const last = Math.ceil((scrolled + height) / rowPx / STEP_ROWS) * STEP_ROWS
  return { from: clamp(first - BUFFER_ROWS, count), to: clamp(last + BUFFER_ROWS, count), rowPx }
}

const measureRow = (body: HTMLElement): number => {
  const rows = [...body.querySelectorAll<HTMLElement>('tr:not([aria-hidden])')]
  const px = rows.reduce((sum, row) => sum + row.offsetHeight, 0) / rows.length
  return px > 0 ? px : FIRST_GUESS_PX
}

const isSame = (left: RowWindow, right: RowWindow) => left.from === right.from && left.to === right.to

/** The rows of a table body to render; follows scrolling of whatever box it is in. */
export const useRowWindow = (count: number): [RefObject<HTMLTableSectionElement | null>, RowWindow] => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [shown, setShown] = useState(() =>
    findRows(count, FIRST_GUESS_PX, { scrolled: 0, height: window.innerHeight }),
  )
  useEffect(() => {
    const look = () => {
      if (!body.current) return
      const scrolled = -body.current.getBoundingClientRect().top
      const next = findRows(count, measureRow(body.current), { scrolled, height: window.innerHeight })
      setShown((before) => (isSame(before, next) ? before : next))
    }
    look()
    // Scrolling does not bubble: the page's box is heard while its event is captured.
    document.addEventListener('scroll', look, { capture: true, passive: true })
    window.addEventListener('resize', look)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('resize', look)
    }
  }, [count])
  // Rows may have come or gone since the last look.
  const isWhole = count <= RENDERED_WHOLE
  const from = isWhole ? 0 : Math.min(shown.from, count)
  const to = isWhole ? count : Math.min(shown.to, count)
  return [body, { from, to, rowPx: shown.rowPx }]
}
