import { renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { MemoryRouter } from 'react-router-dom'

import { buildMatchPath, useSearchTarget } from './use-search-target'
import type { Thread } from './use-thread'

const thread: Pick<
  Thread,
  'bubbles' | 'hasOlder' | 'olderFailed' | 'isLoading' | 'isLoadingOlder' | 'loadOlder'
> = {
  bubbles: [{ message: { id: 'm1' } } as Thread['bubbles'][number]],
  hasOlder: false,
  olderFailed: false,
  isLoading: false,
  isLoadingOlder: false,
  loadOlder: () => undefined,
}

const Address = ({ children }: PropsWithChildren) => (
  <MemoryRouter initialEntries={[buildMatchPath('u', 'm1', 'nota')]}>{children}</MemoryRouter>
)

/* Frames of a browser that is as slow as the test wants. */
const frames = new Map<number, FrameRequestCallback>()
const paint = () => {
  const due = [...frames.values()]
  frames.clear()
  for (const run of due) run(0)
}

beforeEach(() => {
  let last = 0
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => {
    frames.set((last += 1), run)
    return last
  })
  jest.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => void frames.delete(id))
})

afterEach(() => {
  frames.clear()
  jest.restoreAllMocks()
})

const open = (jumpTo: (messageId: string) => boolean) =>
  renderHook(() => useSearchTarget(thread as Thread, jumpTo), { wrapper: Address })

describe('a message that a search found', () => {
  it('is scrolled to when the conversation renders again before the next frame', () => {
    const jumps: string[] = []
    const { rerender } = open((id) => jumps.push(id) > 0)
    rerender()
    rerender()
    paint()
    expect(jumps).toEqual(['m1'])
  })

  it('is scrolled to once', () => {
    const jumps: string[] = []
    const { rerender } = open((id) => jumps.push(id) > 0)
    paint()
    rerender()
    paint()
    expect(jumps).toEqual(['m1'])
  })

  it('is tried again after a frame in which its row was not there', () => {
    const answers = [false, true]
    const jumps: string[] = []
    const { rerender } = open((id) => {
      jumps.push(id)
      return answers.shift() ?? true
    })
    paint()
    rerender()
    paint()
    expect(jumps).toEqual(['m1', 'm1'])
  })
})

describe('a message that the find bar stands at', () => {
  const find = (visit: number, currentId: string | null = 'm1') => ({
    words: 'nota',
    messageIds: new Set(['m1', 'm2']),
    currentId,
    visit,
  })
  const openFind = () => {
    const jumps: string[] = []
    const loads: number[] = []
    const view = renderHook(
      ({ at }: { at: ReturnType<typeof find> | null }) =>
        useSearchTarget(
          { ...thread, hasOlder: true, loadOlder: () => void loads.push(1) } as Thread,
          (id) => jumps.push(id) > 0,
          at,
        ),
      { wrapper: Address, initialProps: { at: find(0) } as { at: ReturnType<typeof find> | null } },
    )
    return { ...view, jumps, loads }
  }

  it('is scrolled to again by another step, and its words are marked in all that are found', () => {
    const { rerender, result, jumps } = openFind()
    paint()
    rerender({ at: find(1) })
    paint()
    expect(jumps).toEqual(['m1', 'm1'])
    expect([...(result.current?.messageIds ?? [])]).toEqual(['m1', 'm2'])
  })

  it('is loaded, and nothing while nothing is found', () => {
    const { rerender, loads } = openFind()
    rerender({ at: find(0, null) })
    expect(loads).toHaveLength(0)
    rerender({ at: find(1, 'm2') })
    expect(loads).toHaveLength(1)
  })
})
