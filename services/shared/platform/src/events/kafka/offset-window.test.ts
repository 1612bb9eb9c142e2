import { OffsetWindow } from './offset-window'

interface Case {
  read: number[]
  finished: number[]
  next: number | undefined
  span: number
}

describe('the offsets of a partition', () => {
  it.each<Case>([
    { read: [], finished: [], next: undefined, span: 0 },
    { read: [5, 6, 7], finished: [], next: undefined, span: 3 },
    { read: [5, 6, 7], finished: [5], next: 6, span: 2 },
    { read: [5, 6, 7], finished: [7, 6], next: undefined, span: 3 },
    { read: [5, 6, 7], finished: [7, 5], next: 6, span: 2 },
    { read: [5, 6, 7], finished: [7, 6, 5], next: 8, span: 0 },
    { read: [5, 9, 12], finished: [5, 9], next: 10, span: 1 },
    { read: [5, 6], finished: [5, 5], next: 6, span: 1 },
  ])('read $read and finished $finished, commit $next', ({ read, finished, next, span }) => {
    const window = new OffsetWindow()
    const opened = new Map(read.map((offset) => [offset, window.begin(offset)]))
    for (const offset of finished) {
      const entry = opened.get(offset)
      if (entry) window.finish(entry)
    }
    expect({ next: window.next, span: window.span }).toEqual({ next, span })
    expect(window.unfinishedCount).toBe(read.length - new Set(finished).size)
  })
})
