import KeyboardArrowDownOutlined from '@mui/icons-material/KeyboardArrowDownOutlined'
import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'

import type { ThreadRow } from './thread-rows'
import { useViewportScroll, type ViewportHandle } from './use-viewport-scroll'
import { usePrepended } from './viewport-rows'

export interface MessageViewportProps {
  rows: ThreadRow[]
  label: string
  top: ReactNode
  renderRow: (row: ThreadRow) => ReactNode
  onNearTop: () => void
  onAtEnd: (isAtEnd: boolean) => void
  ref?: Ref<ViewportHandle>
}

const EndButton = ({ countBelow, onClick }: { countBelow: number; onClick: () => void }) => {
  const { t } = useTranslation('tickets')
  return (
    <button
      type="button"
      className="viewport__fab"
      aria-label={countBelow > 0 ? t('thread.toEndCount', { count: countBelow }) : t('thread.toEnd')}
      onClick={onClick}
    >
      {countBelow > 0 ? (
        <span className="viewport__count">{countBelow > 99 ? '99+' : countBelow}</span>
      ) : null}
      <KeyboardArrowDownOutlined />
    </button>
  )
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
  const box = useRef<HTMLDivElement>(null)
  const prepended = usePrepended(rows)
  const { list, isAtEnd, countBelow, takeOver, goToEnd, handleScroll, handleResize } = useViewportScroll({
    rows,
    onNearTop,
    onAtEnd,
    ref,
  })

  // Virtua moves the view down by the height of older rows, and again once they are measured. It takes the position for the
  // second step from the last scroll event, which the browser sends later: at the very top it would go back there, and stay
  // blank. It hears of the first step at once.
  useLayoutEffect(() => {
    if (prepended) box.current?.dispatchEvent(new Event('scroll'))
  }, [prepended, rows])

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
        onFocus={takeOver}
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
      {isAtEnd ? null : <EndButton countBelow={countBelow} onClick={goToEnd} />}
    </div>
  )
}
