import { act, renderHook } from '@testing-library/react'

import { MOST_SELECTED, useSelection } from './use-selection'

interface Row {
  id: number
  isFixed?: boolean
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_unused, index) => ({ id: index + 1 }))

const select = (records: readonly Row[]) => {
  const { result, rerender } = renderHook(
    (listed: readonly Row[]) => useSelection(listed, ({ isFixed }) => !isFixed, ''),
    { initialProps: records },
  )
  return {
    result,
    list: rerender,
    toggle: (id: number, isRange = false) => act(() => result.current.toggle({ id }, isRange)),
    selectAll: (all: boolean) => act(() => result.current.selectAll(all)),
    ids: () => result.current.selected.map(({ id }) => id),
  }
}

it('takes rows one by one, and a range from the one before, both ways', () => {
  const { toggle, ids } = select(rows(9))
  toggle(3)
  toggle(6, true)
  expect(ids()).toEqual([3, 4, 5, 6])
  toggle(8)
  toggle(7, true)
  expect(ids()).toEqual([3, 4, 5, 6, 7, 8])
  toggle(4)
  toggle(6, true)
  expect(ids()).toEqual([3, 7, 8])
})

it('takes only what may be selected, in a range and in all', () => {
  const listed = rows(5).map((row) => ({ ...row, isFixed: row.id === 3 }))
  const { result, toggle, selectAll, ids } = select(listed)
  toggle(2)
  toggle(4, true)
  expect([ids(), result.current.isAll]).toEqual([[2, 4], false])
  selectAll(true)
  expect([ids(), result.current.isAll]).toEqual([[1, 2, 4, 5], true])
  selectAll(false)
  expect([ids(), result.current.isAll]).toEqual([[], false])
})

it('has nothing that is no longer listed, also when it comes back after another choice', () => {
  const { list, toggle, ids } = select(rows(4))
  toggle(1)
  toggle(2)
  list(rows(4).slice(1))
  expect(ids()).toEqual([2])
  toggle(3)
  list(rows(4))
  expect(ids()).toEqual([2, 3])
})

it('ends at two hundred', () => {
  const { toggle, selectAll, ids } = select(rows(MOST_SELECTED + 50))
  selectAll(true)
  toggle(MOST_SELECTED + 10)
  expect(ids()).toEqual(rows(MOST_SELECTED).map(({ id }) => id))
})
