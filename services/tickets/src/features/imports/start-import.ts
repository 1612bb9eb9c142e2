import { MOST_IMPORT_ROWS } from '@balcao/contracts'
import { AppError, type ServicePorts, type Session } from '@balcao/kernel'

import type { ContactImport, ContactImportStore, NumberedRow } from './contact-import.store'
import { isBlankRow, mapColumns, readImportRow, type Columns } from './import-row'
import type { SheetReader, SheetRow } from './sheet-reader.port'

interface Deps extends Pick<ServicePorts, 'db' | 'clock'> {
  imports: ContactImportStore
  sheets: SheetReader
}

export interface SheetFile {
  path: string
  originalName: string
}

const AT_ONCE = 1_000
const invalidFile = () => new AppError('ERR_VALIDATION', { detail: 'file' })

const readRow = ({ row, cells }: SheetRow, columns: Columns): NumberedRow => {
  const cell = (index: number | undefined) => (index === undefined ? '' : (cells[index] ?? ''))
  const { name, number, email } = columns
  return { row, ...readImportRow({ name: cell(name), number: cell(number), email: cell(email) }) }
}

/* The rows under the header, in batches. */
async function* readPeople(sheets: SheetReader, file: string): AsyncGenerator<NumberedRow[]> {
  let columns: Columns | undefined
  let batch: NumberedRow[] = []
  for await (const sheetRow of sheets.read(file, { rows: MOST_IMPORT_ROWS + 1 })) {
    if (!columns) {
      columns = mapColumns(sheetRow.cells)
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

async function storeRows(deps: Deps, reading: ContactImport, file: string): Promise<ContactImport> {
  const { companyId, id } = reading
  let [total, failed] = [0, 0]
  for await (const rows of readPeople(deps.sheets, file)) {
    await deps.db.withTenant(companyId, (tx) => deps.imports.addRows(tx, companyId, id, rows))
    total += rows.length
    failed += rows.filter(({ fault }) => fault !== undefined).length
  }
  const running: ContactImport = { ...reading, status: total > failed ? 'running' : 'done', total, failed }
  await deps.db.withTenant(companyId, (tx) => deps.imports.save(tx, running))
  return running
}

/**
 * Reads a spreadsheet and stores its rows; `runImports` makes the contacts. Nothing of a file that cannot be read stays.
 * @throws {AppError} ERR_VALIDATION, ERR_MEDIA_TOO_LARGE
 */
export async function startImport(deps: Deps, session: Session, file: SheetFile): Promise<ContactImport> {
  if (!/\.xlsx$/i.test(file.originalName)) throw invalidFile()
  const { companyId, userId } = session
  const start = { companyId, userId, fileName: file.originalName, createdAt: deps.clock.now() }
  const reading = await deps.db.withTenant(companyId, (tx) => deps.imports.insert(tx, start))
  try {
    return await storeRows(deps, reading, file.path)
  } catch (error) {
    await deps.db.withTenant(companyId, (tx) => deps.imports.delete(tx, companyId, reading.id))
    throw error
  }
}
