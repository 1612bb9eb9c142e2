import { renderHook } from '@testing-library/react'
import { createRef } from 'react'
import type { VirtualizerHandle } from 'virtua'

import type { ThreadRow } from './thread-rows'
import { useViewportScroll, type ViewportHandle } from './use-viewport-scroll'

const VIEW_PX = 600

const rowsOf = (count: number): ThreadRow[] =>
  Array.from(
    { length: count },
    (_none, index) =>
      ({
        kind: 'message',
        key: `m${index}`,
        bubble: { key: `m${index}`, message: { id: `m${index}` }, outgoing: null },
      }) as unknown as ThreadRow,
  )

/** A view of as many rows, at its end; scrolls are noted by their index. */
function open(count: number) {
  const place = { scrollOffset: 1_400, scrollSize: 2_000 }
  const scrolledTo: number[] = []
  const ends: boolean[] = []
  const handle = {
    get scrollOffset() {
      return place.scrollOffset
    },
    get scrollSize() {
      return place.scrollSize
    },
    viewportSize: VIEW_PX,
    findItemIndex: () => 0,
    scrollToIndex: (index: number) => scrolledTo.push(index),
  } as unknown as VirtualizerHandle
  const ref = createRef<ViewportHandle>()
  const { result, rerender } = renderHook(() =>
    useViewportScroll({
      rows: rowsOf(count),
      onNearTop: () => undefined,
      onAtEnd: (isAtEnd) => ends.push(isAtEnd),
      ref,
    }),
  )
  result.current.list.current = handle
  result.current.handleScroll(place.scrollOffset)
  const scroll = (next: Partial<typeof place>) => {
    Object.assign(place, next)
    scrolledTo.length = 0
    result.current.handleScroll(place.scrollOffset)
  }
  return { result, rerender, ref, scroll, scrolledTo, ends }
}

describe('a view at its end', () => {
  it('goes to the end again when rows turn out taller, or earlier ones come in', () => {
    const { scroll, scrolledTo, ends } = open(40)
    scroll({ scrollSize: 2_300 })
    expect(scrolledTo).toEqual([39])
    scroll({ scrollSize: 5_000, scrollOffset: 2_000 })
    expect(scrolledTo).toEqual([39])
    expect(ends).toEqual([])
  })

  it('is left by the reader, also while rows are measured', () => {
    const { result, scroll, scrolledTo, ends } = open(40)
    result.current.takeOver()
    scroll({ scrollSize: 2_300, scrollOffset: 900 })
    expect(scrolledTo).toEqual([])
    expect(ends).toEqual([false])
  })

  it('is left by a scroll without a hand, when nothing grew: a search of the browser', () => {
    const { scroll, scrolledTo, ends } = open(40)
    scroll({ scrollOffset: 200 })
    expect(scrolledTo).toEqual([])
    expect(ends).toEqual([false])
  })

  it('is kept again once the reader is back at it', () => {
    const { result, scroll, scrolledTo, ends } = open(40)
    result.current.takeOver()
    scroll({ scrollOffset: 200 })
    scroll({ scrollOffset: 1_400 })
    scroll({ scrollSize: 2_300 })
    expect(scrolledTo).toEqual([39])
    expect(ends).toEqual([false])
  })

  it('shows a row that is asked for, though its end is in view too, until the reader scrolls there', () => {
    const { result, rerender, ref, scroll, scrolledTo } = open(40)
    ref.current?.scrollToKey('m36')
    scroll({ scrollOffset: 1_350 })
    rerender()
    scroll({ scrollSize: 2_050 })
    expect(scrolledTo).toEqual([])
    result.current.takeOver()
    scroll({ scrollOffset: 1_450 })
    scroll({ scrollSize: 2_200 })
    expect(scrolledTo).toEqual([39])
  })
})
