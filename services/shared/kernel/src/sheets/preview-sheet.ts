import {
  MOST_IMPORT_ROWS,
  MOST_SHEET_COLUMNS,
  type CompanyId,
  type SheetPreviewView,
} from '@balcao/contracts'

import type { SheetReader } from '../ports/sheet-reader.port'
import { cleanText } from '../text/clean-text'
import { findColumns } from './import-row'
import { invalidFile } from './read-people'
import { assertFormat, type SheetFile } from './start-import'

const ROWS = 5
const LONGEST_CELL = 100

const cut = (cells: readonly string[]): string[] =>
  cells.slice(0, MOST_SHEET_COLUMNS).map((cell) => cleanText(cell).slice(0, LONGEST_CELL))

/**
 * The header of a spreadsheet with its first five rows, and the columns that an import would read by itself.
 * @throws {AppError} ERR_VALIDATION, ERR_MEDIA_TOO_LARGE
 */
export async function previewSheet(
  sheets: SheetReader,
  companyId: CompanyId,
  file: Pick<SheetFile, 'path' | 'originalName'> | undefined,
): Promise<SheetPreviewView> {
  assertFormat(file, ['xls', 'xlsx'])
  const found: { row: number; cells: string[] }[] = []
  for await (const { row, cells } of sheets.read(companyId, file.path, { rows: MOST_IMPORT_ROWS + 1 })) {
    found.push({ row, cells: cut(cells) })
    if (found.length > ROWS) break
  }
  const [head, ...rows] = found
  if (!head) throw invalidFile()
  const { name = null, number = null, email = null } = findColumns(head.cells)
  return { header: head.cells, rows, columns: { name, number, email } }
}
