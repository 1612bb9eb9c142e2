import { MOST_IMPORT_ROWS, type BodyOf, type startContactImport } from '@balcao/contracts'

import type { ServicePorts } from '../ports/service-ports'
import type { SheetFormat, SheetReader } from '../ports/sheet-reader.port'
import type { Columns } from './import-row'
import { invalidFile, readPeople } from './read-people'
import type { ImportStart, SheetImport, SheetImportStore } from './sheet-import.store'

interface Deps extends Pick<ServicePorts, 'db' | 'clock'> {
  imports: SheetImportStore
  sheets: SheetReader
}

export interface SheetFile {
  path: string
  originalName: string
  columns: BodyOf<typeof startContactImport>
}

/** @throws {AppError} ERR_VALIDATION without a file, and for one of another type, by its name */
export function assertFormat<File extends Pick<SheetFile, 'originalName'>>(
  file: File | undefined,
  formats: readonly SheetFormat[],
): asserts file is File {
  const name = file?.originalName.toLowerCase()
  if (!formats.some((format) => name?.endsWith(`.${format}`))) throw invalidFile()
}

/* Undefined where they are found by their names. */
function readColumns({ nameColumn, numberColumn, emailColumn }: SheetFile['columns']): Columns | undefined {
  if (nameColumn === undefined || numberColumn === undefined) return undefined
  return { name: nameColumn, number: numberColumn, email: emailColumn }
}

async function storeRows(deps: Deps, reading: SheetImport, file: SheetFile): Promise<SheetImport> {
  const { companyId, id } = reading
  let [total, failed] = [0, 0]
  const wanted = { mostRows: MOST_IMPORT_ROWS, columns: readColumns(file.columns) }
  for await (const rows of readPeople(deps.sheets, companyId, file.path, wanted)) {
    await deps.db.withTenant(companyId, (tx) => deps.imports.addRows(tx, companyId, id, rows))
    total += rows.length
    failed += rows.filter(({ fault }) => fault !== undefined).length
  }
  const running: SheetImport = { ...reading, status: total > failed ? 'running' : 'done', total, failed }
  await deps.db.withTenant(companyId, (tx) => deps.imports.save(tx, running))
  return running
}

/**
 * Reads a spreadsheet and stores its rows; `runImports` processes them. Nothing of a file that cannot be read stays.
 * @throws {AppError} ERR_VALIDATION, ERR_MEDIA_TOO_LARGE
 */
export async function startImport(
  deps: Deps,
  to: Pick<ImportStart, 'companyId' | 'userId' | 'targetId'>,
  file: SheetFile | undefined,
  formats: readonly SheetFormat[],
): Promise<SheetImport> {
  assertFormat(file, formats)
  const { companyId } = to
  const start = { ...to, fileName: file.originalName, createdAt: deps.clock.now() }
  const reading = await deps.db.withTenant(companyId, (tx) => deps.imports.insert(tx, start))
  try {
    return await storeRows(deps, reading, file)
  } catch (error) {
    await deps.db.withTenant(companyId, (tx) => deps.imports.delete(tx, companyId, reading.id))
    throw error
  }
}
