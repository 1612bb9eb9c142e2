import { cutPage } from './export-page'

const row = (cursor: number, chars = 10) => ({ line: 'x'.repeat(chars), cursor: String(cursor) })
const MEGABYTE = 1024 * 1024

it.each([
  ['nothing', [], 2, 0, ''],
  ['fewer rows than asked for', [row(1)], 2, 1, ''],
  ['as many rows as asked for', [row(1), row(2)], 2, 2, '2'],
  ['more than fits', [row(1, 600_000), row(2, 600_000)], 5, 1, '1'],
  ['one row that is too large', [row(1, 2 * MEGABYTE), row(2)], 5, 1, '1'],
])('a page of %s goes on where it ends', (_what, rows, size, lines, next) => {
  const page = cutPage(rows, size)
  expect([page.lines.length, page.next]).toEqual([lines, next])
})
