import type { CompanyId } from '@balcao/contracts'

import { AppError } from '../errors/app-error'
import type { SheetReader, SheetRow } from '../ports/sheet-reader.port'
import { isBlankRow, mapColumns, readImportRow, type Columns, type ImportRow } from './import-row'

/** A row with its number in the sheet. */
export interface NumberedRow extends ImportRow {
  row: number
}

const AT_ONCE = 1_000
export const invalidFile = () => new AppError('ERR_VALIDATION', { detail: 'file' })

const readRow = ({ row, cells }: SheetRow, columns: Columns): NumberedRow => {
  const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''))
  const { name, number, email } = columns
  return { row, ...readImportRow({ name: cell(name), number: cell(number), email: cell(email) }) }
}

/**
 * The rows under the header, a thousand at a time, blank ones left out.
 * @param given where the columns are; found by their names without it
 * @throws {AppError} ERR_VALIDATION without a header that has name and number, and what the reader throws
 */
export async function* readPeople(
  sheets: SheetReader,
  companyId: CompanyId,
  file: string,
  { mostRows, columns: given }: { mostRows: number; columns: Columns | undefined },
): AsyncGenerator<NumberedRow[]> {
  let columns: Columns | undefined
  let batch: NumberedRow[] = []
  for await (const sheetRow of sheets.read(companyId, file, { rows: mostRows + 1 })) {
    if (!columns) {
      columns = given ?? mapColumns(sheetRow.cells)
      if (!columns) throw invalidFile()
      continue
    }
    const row = readRow(sheetRow, columns)
    if (!isBlankRow(row)) batch.push(row)
    if (batch.length < AT_ONCE) continue
    yield batch
    batch = []
  }
  if (!columns) throw invalidFile()
  if (batch.length > 0) yield batch
}
