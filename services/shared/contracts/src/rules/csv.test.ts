import fc from 'fast-check'

import { writeCsvCell, writeCsvLine } from './csv'

const SIGNS = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']

/* Cells of a text, as a program with this separator and quotes reads them. */
function readCells(text: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const last = cells.length - 1
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cells[last] += '"'
      at += 1
    } else if (sign === '"' && (isQuoted || cells[last] === '')) isQuoted = !isQuoted
    else if (!isQuoted && (sign === separator || sign === '\n')) cells.push('')
    else cells[last] += sign
  }
  return cells
}

describe('a cell of CSV', () => {
  it.each(SIGNS)('that begins with %j is text', (sign) => {
    expect(writeCsvCell(`${sign}1+1`).replace(/^"/, '').startsWith("'")).toBe(true)
  })

  it.each([
    ['Ana', 'Ana'],
    ['Ana; Bia', '"Ana; Bia"'],
    ['diz "oi"', '"diz ""oi"""'],
    ['Sousa, José', '"Sousa, José"'],
    ['Sousa,=HYPERLINK(1)', '"Sousa,\'=HYPERLINK(1)"'],
    ['a-b@c', 'a-b@c'],
    ['＝1', "'＝1"],
    ['', ''],
  ])('%j is written as %s', (typed, written) => expect(writeCsvCell(typed)).toBe(written))

  it.each([';', ',', '\t', '|'])('begins no formula in a program that separates with %j', (separator) => {
    const cell = fc.string({ unit: fc.constantFrom(...SIGNS, ',', ';', '|', '"', '\n', 'a', ' ') })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const shown = readCells(writeCsvLine(cells), separator)
        expect(shown.filter((text) => SIGNS.some((sign) => text.startsWith(sign)))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it('reads the same where semicolons separate, but for the apostrophes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ';', ',', '"', '\n', ' ', '=') })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) =>
        expect(readCells(writeCsvLine(cells), ';').map((read) => read.replaceAll("'", ''))).toEqual(cells),
      ),
    )
  })
})
