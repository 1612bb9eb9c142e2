import type { CompanyId } from '@balcao/contracts'

/** Texts of one row's cells, from column A on; an empty cell is ''. */
export interface SheetRow {
  /** As the sheet numbers it: 1 is the first. */
  row: number
  cells: string[]
}

/** What an import accepts, by the ends of files' names. */
export type SheetFormat = 'xls' | 'xlsx'

/** Reads the first sheet of an .xlsx or .xls file, by its content, row by row, rows without cells left out. */
export interface SheetReader {
  /**
   * Memory of the caller does not depend on the file. Ending the iteration early ends the reading. One file of a company is
   * read at a time; its others wait, and files of several companies are read in turn.
   * @throws {AppError} ERR_VALIDATION for a file that is no spreadsheet, ERR_MEDIA_TOO_LARGE for one that exceeds the
   * limits of rows, bytes, memory or time, ERR_TOO_MANY_REQUESTS while several of the company wait.
   */
  read(companyId: CompanyId, file: string, limits: { rows: number }): AsyncIterable<SheetRow>
}
