import { isRecord, readNumber, readRecord, readRecords, readText } from './json-values'

const values = [undefined, null, true, 0, '', 'a', [], [1], {}, { a: 1 }]

it.each([
  ['an object', isRecord, [{}, { a: 1 }]],
  ['a text', (value: unknown) => readText(value) !== '', ['a']],
  ['a number', (value: unknown) => readNumber(value) !== undefined, [0]],
])('only %s is read as one', (_what, isRead, expected) => {
  expect(values.filter(isRead)).toEqual(expected)
})

it('what is not as expected counts as absent', () => {
  expect([null, [], 'a'].map(readRecord)).toEqual([{}, {}, {}])
  expect(readRecords([{ a: 1 }, null, [], 'b', { c: 2 }])).toEqual([{ a: 1 }, { c: 2 }])
  expect([undefined, {}, 'a'].map(readRecords)).toEqual([[], [], []])
  expect([NaN, Infinity, '1'].map(readNumber)).toEqual([undefined, undefined, undefined])
})
