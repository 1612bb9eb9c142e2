import { MOST_IMPORT_ROWS } from '@balcao/contracts'

import { AppError } from '../errors/app-error'
import type { ServicePorts } from '../ports/service-ports'
import type { SheetFormat, SheetReader } from '../ports/sheet-reader.port'
import { readPeople } from './read-people'
import type { ImportStart, SheetImport, SheetImportStore } from './sheet-import.store'

interface Deps extends Pick<ServicePorts, 'db' | 'clock'> {
  imports: SheetImportStore
  sheets: SheetReader
}

interface SheetFile {
  path: string
  originalName: string
}

function assertFormat({ originalName }: SheetFile, formats: readonly SheetFormat[]): void {
  const name = originalName.toLowerCase()
  if (!formats.some((format) => name.endsWith(`.${format}`)))
    throw new AppError('ERR_VALIDATION', { detail: 'file' })
}

async function storeRows(deps: Deps, reading: SheetImport, file: string): Promise<SheetImport> {
  const { companyId, id } = reading
  let [total, failed] = [0, 0]
  for await (const rows of readPeople(deps.sheets, companyId, file, MOST_IMPORT_ROWS)) {
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
  file: SheetFile,
  formats: readonly SheetFormat[],
): Promise<SheetImport> {
  assertFormat(file, formats)
  const { companyId } = to
  const start = { ...to, fileName: file.originalName, createdAt: deps.clock.now() }
  const reading = await deps.db.withTenant(companyId, (tx) => deps.imports.insert(tx, start))
  try {
    return await storeRows(deps, reading, file.path)
  } catch (error) {
    await deps.db.withTenant(companyId, (tx) => deps.imports.delete(tx, companyId, reading.id))
    throw error
  }
}
