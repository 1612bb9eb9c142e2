import { listSorts, readSort } from './sort'

const columns = ['name', 'createdAt'] as const

it('has both ways of each column', () =>
  expect(listSorts(columns)).toEqual(['name', '-name', 'createdAt', '-createdAt']))

it.each([
  ['name', { column: 'name', isDescending: false }],
  ['-createdAt', { column: 'createdAt', isDescending: true }],
  [undefined, undefined],
] as const)('%s is read', (sort, read) => expect(readSort(columns, sort)).toEqual(read))
