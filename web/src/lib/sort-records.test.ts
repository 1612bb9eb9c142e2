import { sortRecords, type SortValue } from './sort-records'

const day = (text: string) => new Date(text)

const sorted = (sort: 'value' | '-value' | undefined, values: SortValue[], language = 'pt') =>
  sortRecords(
    values.map((value, id) => ({ id, value })),
    sort,
    { value: ({ value }: { value: SortValue }) => value },
    language,
  ).map(({ value }) => value)

it.each<[string, SortValue[], SortValue[]]>([
  [
    'texts as the language has them',
    ['zebra', 'Água', 'bola', 'abelha'],
    ['abelha', 'Água', 'bola', 'zebra'],
  ],
  ['numbers within texts', ['Fila 10', 'Fila 2'], ['Fila 2', 'Fila 10']],
  ['numbers', [10, 9, -1, 0], [-1, 0, 9, 10]],
  ['dates', [day('2026-02-01'), day('2025-12-31')], [day('2025-12-31'), day('2026-02-01')]],
])('sorts %s, both ways', (_what, values, expected) => {
  expect(sorted('value', values)).toEqual(expected)
  expect(sorted('-value', values)).toEqual(expected.toReversed())
})

it('has what is empty last, in both directions', () => {
  const values = ['', 'b', null, 'a', undefined]
  expect(sorted('value', values)).toEqual(['a', 'b', '', null, undefined])
  expect(sorted('-value', values)).toEqual(['b', 'a', '', null, undefined])
})

it('follows the language: ñ is a letter of Spanish', () => {
  expect(sorted('value', ['ñu', 'nz'], 'es')).toEqual(['nz', 'ñu'])
  expect(sorted('value', ['ñu', 'nz'], 'en')).toEqual(['ñu', 'nz'])
})

it('leaves the list’s own order without a sort, and among equals', () => {
  expect(sorted(undefined, ['b', 'a'])).toEqual(['b', 'a'])
  const records = [1, 2, 3].map((id) => ({ id, name: 'x' }))
  const name = (record: { name: string }) => record.name
  for (const sort of ['name', '-name'] as const)
    expect(sortRecords(records, sort, { name }, 'pt').map(({ id }) => id)).toEqual([1, 2, 3])
})
