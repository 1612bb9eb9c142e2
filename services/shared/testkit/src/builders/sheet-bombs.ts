import { buildXlsx } from './xlsx-file'

/* Spreadsheets that are small to send and large to read: each is refused, and costs the service no memory. */

const MEBIBYTE = 1024 * 1024
const sheetOf = (content: string) => `<worksheet><sheetData>${content}</sheetData></worksheet>`

const record = (type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

/* Beginning and end of a sheet without a workbook, as old programs write it, and a row of 256 numbers of six bytes each. */
const BEGIN = record(0x0809, Buffer.from('00061000000000000000000000000000', 'hex'))
const END = record(0x000a, Buffer.alloc(0))
function numbersOf(row: number): Buffer {
  const data = Buffer.alloc(6 + 6 * 256)
  data.writeUInt16LE(row, 0)
  data.writeUInt16LE(255, data.length - 2)
  return record(0x00bd, data)
}

/** An .xls file of 15 MiB with 2.6 million cells, which a reader expands tenfold. */
const buildCells = (): Buffer =>
  Buffer.concat([BEGIN, ...Array.from({ length: 10_000 }, (_, row) => numbersOf(row)), END])

/* Names and numbers, then as many cells as the reader keeps, of as many characters: 1,000 times the file's bytes. */
function buildWideRows(): Buffer {
  const cells = '<c t="s"><v>0</v></c>'.repeat(49)
  const row = `<row><c t="s"><v>1</v></c>${cells}</row>`
  const header = '<row><c t="s"><v>2</v></c><c t="s"><v>3</v></c></row>'
  return buildXlsx(sheetOf(header + row.repeat(60_000)), ['x'.repeat(1_000), 'Ana', 'Nome', 'Telefone'])
}

/** What a hostile file does, and how to make it. */
export const sheetBombs: Readonly<Record<string, () => Buffer>> = {
  'an attribute of 250 MB': () => buildXlsx(`<row a="${'x'.repeat(250 * MEBIBYTE)}"/>`),
  'a part of 300 MB': () => buildXlsx(`<row a="${'x'.repeat(300 * MEBIBYTE)}"/>`),
  'ten million cells in a row': () =>
    buildXlsx(sheetOf(`<row>${'<c><v>1</v></c>'.repeat(10_000_000)}</row>`)),
  'shared strings of 60 MB': () =>
    buildXlsx(sheetOf('<row/>'), Array<string>(60_000).fill('x'.repeat(1_000))),
  'a million shared strings': () => buildXlsx(sheetOf('<row/>'), Array<string>(1_000_000).fill('x')),
  'elements ten million deep': () => buildXlsx('<a>'.repeat(10_000_000)),
  '60,000 rows of 50,000 characters': buildWideRows,
  'an .xls file of 2.6 million cells': buildCells,
}
