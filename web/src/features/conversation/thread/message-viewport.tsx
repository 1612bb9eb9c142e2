import KeyboardArrowDownOutlined from '@mui/icons-material/KeyboardArrowDownOutlined'
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { useImperativeHandle } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'

import { MESSAGES_TOP_PX } from '../../../lib/constants'
import { listBubbles, type ThreadRow } from './thread-rows'

/** Distance from the end within which new messages scroll the view. */
const STICK_PX = 80
/** Where the line above the unread messages stands when a ticket is opened. */
const UNREAD_TOP_PX = 48

export interface ViewportHandle {
  scrollToEnd: () => void
  /** False when the row is not loaded. */
  scrollToKey: (key: string) => boolean
}

export interface MessageViewportProps {
  rows: ThreadRow[]
  label: string
  top: ReactNode
  renderRow: (row: ThreadRow) => ReactNode
  onNearTop: () => void
  onAtEnd: (isAtEnd: boolean) => void
  ref?: Ref<ViewportHandle>
}

/** What a reader passes, one by one: dividers, and each message of a row. */
const listPlaces = (rows: ThreadRow[]) =>
  rows.flatMap((row): { key: string; isMessage: boolean }[] =>
    row.kind === 'day' || row.kind === 'unread'
      ? [{ key: row.key, isMessage: false }]
      : listBubbles(row).map(({ key }) => ({ key, isMessage: true })),
  )

const findLastKey = (rows: ThreadRow[]) => listPlaces(rows.slice(-1)).at(-1)?.key

const findFirstKey = (rows: ThreadRow[]) => rows.find((row) => listBubbles(row).length > 0)?.key

/** Whether this render brought older rows: the old first message is still here, further down. */
const usePrepended = (rows: ThreadRow[]): boolean => {
  const before = useRef<string | undefined>(undefined)
  const first = findFirstKey(rows)
  const prepended =
    before.current !== undefined && first !== before.current && rows.some((row) => row.key === before.current)
  useLayoutEffect(() => {
    before.current = first
  })
  return prepended
}

/** How many messages stand below the furthest that the reader has had in view. */
const useCountBelow = (rows: ThreadRow[], isAtEnd: boolean) => {
  const [seen, setSeen] = useState(findLastKey(rows))
  const last = findLastKey(rows)
  if (isAtEnd && seen !== last) setSeen(last)
  const places = listPlaces(rows)
  const at = places.findIndex(({ key }) => key === seen)
  /** `isStart`: this is where the reader begins, whatever was in view before. */
  const seeTo = (index: number, isStart: boolean) => {
    const key = findLastKey(rows.slice(0, index + 1))
    const isBelow = places.findIndex((place) => place.key === key) > at
    if (key !== undefined && key !== seen && (isStart || isBelow)) setSeen(key)
  }
  const countBelow =
    isAtEnd || at === -1 ? 0 : places.slice(at + 1).filter(({ isMessage }) => isMessage).length
  return { countBelow, seeTo }
}

/** Whether this render brought a new last row, and whether it is a message being sent from here. */
const useNewLast = (rows: ThreadRow[]) => {
  const before = useRef(findLastKey(rows))
  const last = findLastKey(rows)
  const isNew = last !== before.current
  useLayoutEffect(() => {
    before.current = last
  })
  return { isNew, isMine: isNew && listBubbles(rows.at(-1)).at(-1)?.outgoing != null }
}

/**
 * The scrolling part of a conversation: newest at the bottom, older pages without a jump, and a scroll position
 * that belongs to the reader. It begins at the unread messages when there are any, else at the end. Everything about
 * virtualisation stays in here.
 */
export const MessageViewport = ({
  rows,
  label,
  top,
  renderRow,
  onNearTop,
  onAtEnd,
  ref,
}: MessageViewportProps) => {
  const { t } = useTranslation('tickets')
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const stick = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const prepended = usePrepended(rows)
  const newLast = useNewLast(rows)
  const { countBelow, seeTo } = useCountBelow(rows, isAtEnd)
  const viewportPx = useRef(0)
  const isPlaced = useRef(false)
  const hasMoved = useRef(false)
  const takeOver = () => {
    hasMoved.current = true
  }
  /** At the unread messages, where the reader began: they stay in place while pictures and sizes come in. */
  const isStart = () => isPlaced.current && !hasMoved.current

  const scrollToEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  useImperativeHandle(ref, () => ({
    scrollToEnd: () => {
      stick.current = true
      scrollToEnd()
    },
    scrollToKey: (key) => {
      const index = rows.findIndex(
        (row) => row.key === key || listBubbles(row).some(({ message }) => message.id === key),
      )
      if (index !== -1) {
        takeOver()
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
      takeOver()
      stick.current = true
    }
    showUnread()
    keepEnd()
  })

  const tellEnd = (isEnd: boolean) => {
    stick.current = isEnd && !isStart()
    if (isEnd === isAtEnd) return
    setAtEnd(isEnd)
    onAtEnd(isEnd)
  }
  const readPosition = () => {
    const handle = list.current
    if (!handle) return
    const bottom = handle.scrollOffset + handle.viewportSize
    const left = handle.scrollSize - bottom
    seeTo(Math.min(handle.findItemIndex(bottom - 1), rows.length - 1), !hasMoved.current)
    tellEnd(left < STICK_PX)
  }
  const handleScroll = (offset: number) => {
    readPosition()
    if (offset < MESSAGES_TOP_PX) onNearTop()
  }
  // A growing composer takes height from the end of the view, which stays the end.
  const handleResize = () => {
    const height = list.current?.viewportSize ?? 0
    const isOtherHeight = viewportPx.current !== 0 && height !== viewportPx.current
    viewportPx.current = height
    if (isOtherHeight && isAtEnd) return scrollToEnd()
    keepEnd()
    // Unread messages at the very top are shown without scrolling: nothing else would say what is below.
    if (isStart()) readPosition()
  }

  return (
    <div className="viewport">
      {/* A scrolling region has to be reachable by keys. */}
      <div
        ref={box}
        className="viewport__scroll"
        role="region"
        aria-label={label}
        tabIndex={0}
        onWheel={takeOver}
        onPointerDown={takeOver}
        onTouchMove={takeOver}
        onKeyDown={takeOver}
      >
        {/* Pushes a short conversation to the bottom. It must be empty: virtua counts from the scroller's top. */}
        <div className="viewport__spring" />
        <Virtualizer
          ref={list}
          scrollRef={box}
          shift={prepended}
          onScroll={handleScroll}
          onResize={handleResize}
          bufferSize={600}
        >
          {rows.map((row, index) => (
            <div
              key={row.key}
              className={index === rows.length - 1 ? 'viewport__row viewport__row--last' : 'viewport__row'}
            >
              {renderRow(row)}
            </div>
          ))}
        </Virtualizer>
      </div>
      {top ? <div className="viewport__top">{top}</div> : null}
      {isAtEnd ? null : (
        <button
          type="button"
          className="viewport__fab"
          aria-label={countBelow > 0 ? t('thread.toEndCount', { count: countBelow }) : t('thread.toEnd')}
          onClick={() => {
            takeOver()
            tellEnd(true)
            scrollToEnd()
          }}
        >
          {countBelow > 0 ? (
            <span className="viewport__count">{countBelow > 99 ? '99+' : countBelow}</span>
          ) : null}
          <KeyboardArrowDownOutlined />
        </button>
      )}
    </div>
  )
}
