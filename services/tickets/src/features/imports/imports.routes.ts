import * as http from '@balcao/contracts'
import { contactImportView } from '@balcao/contracts/wire'
import {
  AppError,
  previewSheet,
  startImport,
  type Session,
  type SheetImport,
  type SheetReader,
} from '@balcao/kernel'
import type { HttpEdge, UploadedFile } from '@balcao/platform'

import type { ContactExportStore } from './contact-export.store'
import { assertMayExport, exportContacts } from './export-contacts'
import { listExports } from './list-exports'
import type { SettingsReader } from '../settings'
import type { ImportDeps } from './run-imports'
import { uploadRows } from './upload-rows'

interface RouteDeps extends ImportDeps {
  settings: SettingsReader
  contactExports: ContactExportStore
  sheets: SheetReader
}

const MOST_LISTED = 10
const MOST_FAULTS = 5_000

async function getImport(deps: ImportDeps, { companyId }: Session, id: number): Promise<SheetImport> {
  const found = await deps.db.withTenant(companyId, (tx) => deps.imports.byId(tx, companyId, id))
  if (!found) throw new AppError('ERR_NOT_FOUND')
  return found
}

async function importFile(
  deps: RouteDeps,
  { companyId, userId }: Session,
  file: UploadedFile | undefined,
  columns: http.BodyOf<typeof http.startContactImport> = {},
): Promise<http.ContactImportView> {
  const to = { companyId, userId, targetId: 0 }
  return contactImportView(await startImport(deps, to, file && { ...file, columns }, ['xlsx']))
}

/* Editions differ: some read the spreadsheet in the browser and send its rows, others send the file. */
async function upload(
  deps: RouteDeps,
  session: Session,
  rows: http.BodyOf<typeof http.uploadContacts>['rows'],
  file: UploadedFile | undefined,
): Promise<http.UploadAnswer> {
  if (file) return { newContacts: [], errorBag: [], import: await importFile(deps, session, file) }
  if (!rows) throw new AppError('ERR_VALIDATION', { detail: 'rows', fields: { rows: 'Required' } })
  return uploadRows(deps, session, rows)
}

/** Mounts the imports and the export of `/contacts`; before `contactRoutes`, whose `:contactId` would match them. */
export function importRoutes(edge: HttpEdge, deps: RouteDeps): void {
  edge.route(http.uploadContacts, ({ session, body, files: [file] }) =>
    upload(deps, session, body.rows, file),
  )
  edge.route(http.exportContacts, async ({ session, res }) => {
    await assertMayExport(deps, session)
    res.setHeader('content-type', 'text/csv; charset=utf-8')
    res.setHeader('content-disposition', 'attachment; filename="contatos.csv"')
    res.setHeader('cache-control', 'no-store')
    await exportContacts(deps, session, res)
    return ''
  })
  edge.route(http.listContactExports, ({ session, query }) => listExports(deps, session, query.before))
  edge.route(http.startContactImport, ({ session, body, files: [file] }) =>
    importFile(deps, session, file, body),
  )
  edge.route(http.previewSheet, ({ session: { companyId }, files: [file] }) =>
    previewSheet(deps.sheets, companyId, file),
  )
  edge.route(http.listContactImports, async ({ session: { companyId } }) => {
    const imports = await deps.db.withTenant(companyId, (tx) => deps.imports.list(tx, companyId, MOST_LISTED))
    return imports.map(contactImportView)
  })
  edge.route(http.getContactImport, async ({ session, params }) =>
    contactImportView(await getImport(deps, session, params.importId)),
  )
  edge.route(http.listImportFaults, async ({ session, params }) => {
    const { companyId, id } = await getImport(deps, session, params.importId)
    return deps.db.withTenant(companyId, (tx) => deps.imports.faults(tx, companyId, id, MOST_FAULTS))
  })
}
