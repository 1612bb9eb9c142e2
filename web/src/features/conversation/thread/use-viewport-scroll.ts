import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react'
import type { VirtualizerHandle } from 'virtua'

import { MESSAGES_TOP_PX } from '../../../lib/constants'
import { listBubbles, type ThreadRow } from './thread-rows'
import { useCountBelow, useNewLast } from './viewport-rows'

/** Distance from the end within which new messages scroll the view. */
const STICK_PX = 80
/** Where the line above the unread messages stands when a ticket is opened. */
const UNREAD_TOP_PX = 48

export interface ViewportHandle {
  scrollToEnd: () => void
  /** False when the row is not loaded. */
  scrollToKey: (key: string) => boolean
}

export interface ViewportScrollOptions {
  rows: ThreadRow[]
  onNearTop: () => void
  onAtEnd: (isAtEnd: boolean) => void
  ref: Ref<ViewportHandle> | undefined
}

/** The row of that key, or the one with the message of that id; -1 when it is not loaded. */
const findRowIndex = (rows: ThreadRow[], key: string): number =>
  rows.findIndex((row) => row.key === key || listBubbles(row).some(({ message }) => message.id === key))

/* Who moves the view: the reader, or the view itself. */
const useScrollOwner = () => {
  const stick = useRef(true)
  const isPlaced = useRef(false)
  const hasMoved = useRef(false)
  /** The reader scrolls, until the view is at its end again. */
  const isReaders = useRef(false)
  /** A row that was asked for is in view, and stays there even where the view is near its end. */
  const isAtRow = useRef(false)
  const takeOver = () => {
    hasMoved.current = true
    isReaders.current = true
    isAtRow.current = false
  }
  const leaveToEnd = () => {
    isReaders.current = false
    isAtRow.current = false
    stick.current = true
  }
  /** At the unread messages, where the reader began: they stay in place while pictures and sizes come in. */
  const isStart = () => isPlaced.current && !hasMoved.current
  return { stick, isPlaced, hasMoved, isReaders, isAtRow, takeOver, leaveToEnd, isStart }
}

interface TopAfterRowsOptions extends Pick<ViewportScrollOptions, 'rows' | 'onNearTop'> {
  list: RefObject<VirtualizerHandle | null>
  hasMoved: RefObject<boolean>
}

/* What came in may leave the reader near the top, where no further scroll tells it. */
const useTopAfterRows = ({ rows, list, hasMoved, onNearTop }: TopAfterRowsOptions) => {
  useEffect(() => {
    const offset = list.current?.scrollOffset
    if (hasMoved.current && offset !== undefined && offset < MESSAGES_TOP_PX) onNearTop()
    // A page that failed brings no rows and is not asked for again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows])
}

/**
 * Where the view stands. The reader moves it; it moves by itself to the unread messages when it opens, and stays at the end for a
 * reader who is there.
 */
export const useViewportScroll = ({ rows, onNearTop, onAtEnd, ref }: ViewportScrollOptions) => {
  const list = useRef<VirtualizerHandle>(null)
  const { stick, isPlaced, hasMoved, isReaders, isAtRow, takeOver, leaveToEnd, isStart } = useScrollOwner()
  const [isAtEnd, setAtEnd] = useState(true)
  const newLast = useNewLast(rows)
  const { countBelow, seeTo } = useCountBelow(rows, isAtEnd)
  const viewportPx = useRef(0)
  /** The height of all rows when the position was last read. */
  const sizeRead = useRef(0)

  const scrollToEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  useImperativeHandle(ref, () => ({
    scrollToEnd: () => {
      leaveToEnd()
      scrollToEnd()
    },
    scrollToKey: (key) => {
      const index = findRowIndex(rows, key)
      if (index !== -1) {
        takeOver()
        isAtRow.current = true
        stick.current = false
        list.current?.scrollToIndex(index, { align: 'center' })
      }
      return index !== -1
    },
  }))

  // The end stays in view while the reader is there: for new rows, and for rows that turn out taller.
  const keepEnd = () => {
    if (stick.current && rows.length > 0) scrollToEnd()
  }
  // Scrolls once, as soon as the first unread message is known, unless the reader scrolled meanwhile.
  const showUnread = () => {
    const index = rows.findIndex((row) => row.kind === 'unread')
    if (index === -1 || isPlaced.current) return
    isPlaced.current = true
    if (hasMoved.current) return
    stick.current = false
    list.current?.scrollToIndex(index, { align: 'start', offset: -UNREAD_TOP_PX })
  }
  useLayoutEffect(() => {
    if (newLast.isMine || (newLast.isNew && isStart() && isAtEnd)) {
      hasMoved.current = true
      leaveToEnd()
    }
    showUnread()
    keepEnd()
  })

  const tellEnd = (isEnd: boolean) => {
    stick.current = isEnd && !isStart() && !isAtRow.current
    if (isEnd === isAtEnd) return
    setAtEnd(isEnd)
    onAtEnd(isEnd)
  }
  const readPosition = () => {
    const handle = list.current
    if (!handle) return
    const bottom = handle.scrollOffset + handle.viewportSize
    const left = handle.scrollSize - bottom
    const isEnd = left < STICK_PX
    const hasGrown = handle.scrollSize !== sizeRead.current
    sizeRead.current = handle.scrollSize
    // Rows came in or turned out taller below a view that keeps its end: nobody scrolled away from it.
    if (!isEnd && stick.current && hasGrown && !isReaders.current) return keepEnd()
    if (isEnd) isReaders.current = false
    seeTo(Math.min(handle.findItemIndex(bottom - 1), rows.length - 1), !hasMoved.current)
    tellEnd(isEnd)
  }
  const handleScroll = (offset: number) => {
    readPosition()
    if (offset < MESSAGES_TOP_PX) onNearTop()
  }
  useTopAfterRows({ rows, list, hasMoved, onNearTop })
  // A growing composer takes height from the end of the view, which stays the end.
  const handleResize = () => {
    const height = list.current?.viewportSize ?? 0
    const isOtherHeight = viewportPx.current !== 0 && height !== viewportPx.current
    viewportPx.current = height
    if (isOtherHeight && isAtEnd && !isAtRow.current) return scrollToEnd()
    keepEnd()
    // Unread messages at the very top are shown without scrolling: nothing else would say what is below.
    if (isStart()) readPosition()
  }

  /** When the reader asks for it. */
  const goToEnd = () => {
    hasMoved.current = true
    leaveToEnd()
    tellEnd(true)
    scrollToEnd()
  }

  return { list, isAtEnd, countBelow, takeOver, goToEnd, handleScroll, handleResize }
}
