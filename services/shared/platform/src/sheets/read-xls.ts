import { readFile, stat } from 'node:fs/promises'

import type { SheetRow } from '@balcao/kernel'
import { read, type CellObject } from '@e965/xlsx'

import { isCompoundFile, readStream } from './compound-file'
import { LONGEST_TEXT, MOST_COLUMNS, UnreadableSheet } from './unreadable-sheet'

/* 65,536 rows of three columns are about 8 MiB; the library keeps the whole workbook in memory. */
const MOST_BYTES = 16 * 1024 * 1024
/** `Workbook` since Excel 97, `Book` in 5 and 95. */
const STREAMS = ['Workbook', 'Book']
const BOF = 0x09

/** Programs write records without a container, too. */
export const isXls = (head: Buffer): boolean => isCompoundFile(head) || (head[0] === BOF && head[1]! <= 0x08)

/* As .xlsx files hold them: numbers and dates as numbers, truth as 1 and 0. */
function readCell(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'z') return ''
  if (cell.t === 'e') return cell.w ?? ''
  if (cell.t === 'b') return cell.v ? '1' : '0'
  return String(cell.v).slice(0, LONGEST_TEXT)
}

/* Sparse: without cells, `map` passes a place over. */
const readCells = (cells: readonly (CellObject | undefined)[]): string[] =>
  Array.from(cells.slice(0, MOST_COLUMNS), readCell)

/* Only records reach the library: of the formats that it knows, .xls alone. */
function readSheet(bytes: Buffer): readonly (readonly CellObject[] | undefined)[] {
  const records = isCompoundFile(bytes) ? readStream(bytes, STREAMS) : bytes
  if (!isXls(records)) throw new UnreadableSheet('invalid')
  const { SheetNames, Sheets } = read(records, {
    type: 'buffer',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
  })
  return Sheets[SheetNames[0] ?? '']?.['!data'] ?? []
}

/** The rows of the first sheet of an .xls file. @throws {UnreadableSheet} */
export async function* readXls(file: string): AsyncGenerator<SheetRow> {
  const { size } = await stat(file)
  if (size > MOST_BYTES) throw new UnreadableSheet('too-large')
  for (const [index, cells] of readSheet(await readFile(file)).entries()) {
    const row = { row: index + 1, cells: readCells(cells ?? []) }
    if (row.cells.some((cell) => cell !== '')) yield row
  }
}
