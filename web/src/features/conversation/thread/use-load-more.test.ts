import { renderHook } from '@testing-library/react'

import { useLoadMore } from './use-load-more'

const open = (isFetching: boolean, isFetchingMore = false) => {
  const loads: string[] = []
  const { result, rerender } = renderHook(
    (state: { isFetching: boolean; isFetchingMore: boolean }) =>
      useLoadMore({ ...state, load: () => loads.push('more') }),
    { initialProps: { isFetching, isFetchingMore } },
  )
  return {
    loads,
    ask: () => result.current(),
    settle: () => rerender({ isFetching: false, isFetchingMore: false }),
  }
}

it('loads more at once while nothing is read', () => {
  const { loads, ask, settle } = open(false)
  ask()
  expect(loads).toHaveLength(1)
  settle()
  expect(loads).toHaveLength(1)
})

it('loads more once what is read again has come, however often it was asked', () => {
  const { loads, ask, settle } = open(true)
  ask()
  ask()
  expect(loads).toEqual([])
  settle()
  settle()
  expect(loads).toHaveLength(1)
})

it('asks for nothing further while more is coming', () => {
  const { loads, ask, settle } = open(true, true)
  ask()
  settle()
  expect(loads).toEqual([])
})

it('loads nothing that nobody asked for', () => {
  const { loads, settle } = open(true)
  settle()
  expect(loads).toEqual([])
})
