import { act, renderHook } from '@testing-library/react'

import { findNextSort, useSort } from './use-sort'

const labels = { name: 'Nome', createdAt: 'Criado em' }

beforeEach(() => localStorage.clear())

it('goes from a column to its other direction and back to the list’s own order', () => {
  const first = findNextSort<keyof typeof labels>(undefined, 'name')
  const second = findNextSort<keyof typeof labels>(first, 'name')
  expect([first, second, findNextSort<keyof typeof labels>(second, 'name')]).toEqual([
    'name',
    '-name',
    undefined,
  ])
  expect(findNextSort<keyof typeof labels>('-name', 'createdAt')).toBe('createdAt')
})

it('is kept for each list', () => {
  const contacts = renderHook(() => useSort('contacts', labels))
  act(() => contacts.result.current.choose('-createdAt'))
  expect(contacts.result.current.sort).toBe('-createdAt')
  const users = renderHook(() => useSort('users', labels))
  act(() => users.result.current.choose('name'))
  expect(renderHook(() => useSort('contacts', labels)).result.current.sort).toBe('-createdAt')
  act(() => contacts.result.current.choose(undefined))
  expect(renderHook(() => useSort('contacts', labels)).result.current.sort).toBeUndefined()
  expect(renderHook(() => useSort('users', labels)).result.current.sort).toBe('name')
})

it.each(['{"contacts":"number"}', '{"contacts":7}', '[]', 'null', '"name"', '{'])(
  'is the list’s own where the browser has kept %s',
  (kept) => {
    localStorage.setItem('ui.sorts', kept)
    expect(renderHook(() => useSort('contacts', labels)).result.current.sort).toBeUndefined()
  },
)
