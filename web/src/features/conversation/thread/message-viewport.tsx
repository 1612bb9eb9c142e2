import KeyboardArrowDownOutlined from '@mui/icons-material/KeyboardArrowDownOutlined'
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { useImperativeHandle } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'

import { MESSAGES_TOP_PX } from '../../../lib/constants'
import type { ThreadRow } from './thread-rows'

/** Nearer to the end than this, new messages pull the view along. */
const STICK_PX = 80

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

const lastKeyOf = (rows: ThreadRow[]) => rows.at(-1)?.key

/** Whether this render brought older rows: the old first message is still here, further down. */
const usePrepended = (rows: ThreadRow[]): boolean => {
  const before = useRef<string | undefined>(undefined)
  const first = rows.find((row) => row.kind === 'message')?.key
  const prepended =
    before.current !== undefined && first !== before.current && rows.some((row) => row.key === before.current)
  useLayoutEffect(() => {
    before.current = first
  })
  return prepended
}

/** How many rows came while the reader was further up. */
const useCountBelow = (rows: ThreadRow[], isAtEnd: boolean): number => {
  const [seen, setSeen] = useState(lastKeyOf(rows))
  const last = lastKeyOf(rows)
  if (isAtEnd && seen !== last) setSeen(last)
  if (isAtEnd) return 0
  const at = rows.findIndex((row) => row.key === seen)
  return at === -1 ? 0 : rows.slice(at + 1).filter((row) => row.kind === 'message').length
}

/**
 * The scrolling part of a conversation: newest at the bottom, older pages without a jump, and a scroll position
 * that belongs to the reader. Everything about virtualisation stays in here.
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
  const countBelow = useCountBelow(rows, isAtEnd)

  const scrollToEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  useImperativeHandle(ref, () => ({
    scrollToEnd: () => {
      stick.current = true
      scrollToEnd()
    },
    scrollToKey: (key) => {
      const index = rows.findIndex(
        (row) => row.key === key || (row.kind === 'message' && row.bubble.message.id === key),
      )
      if (index !== -1) {
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
  useLayoutEffect(keepEnd)

  const tellEnd = (isEnd: boolean) => {
    stick.current = isEnd
    if (isEnd === isAtEnd) return
    setAtEnd(isEnd)
    onAtEnd(isEnd)
  }
  const handleScroll = (offset: number) => {
    const handle = list.current
    if (!handle) return
    tellEnd(handle.scrollSize - offset - handle.viewportSize < STICK_PX)
    if (offset < MESSAGES_TOP_PX) onNearTop()
  }

  return (
    <div className="viewport">
      {/* A scrolling region has to be reachable by keys. */}
      <div ref={box} className="viewport__scroll" role="region" aria-label={label} tabIndex={0}>
        {/* Pushes a short conversation to the bottom. It must be empty: virtua counts from the scroller's top. */}
        <div className="viewport__spring" />
        <Virtualizer
          ref={list}
          scrollRef={box}
          shift={prepended}
          onScroll={handleScroll}
          onResize={keepEnd}
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
