import type {
  contactRowsBody,
  listContactExportsQuery,
  sheetBody,
  sheetImportBody,
} from './contact-imports.http'
import { type Sent, route } from './route'

export const contactImportStatuses = ['reading', 'running', 'done'] as const

/** An import of a spreadsheet. `total` rows were read; each ends as created, existing or failed. */
export interface ContactImportView {
  id: number
  fileName: string
  status: (typeof contactImportStatuses)[number]
  total: number
  created: number
  /** The number belongs to a contact that was there. */
  existing: number
  failed: number
  createdAt: string
}

/** What is wrong with a row; `rounded` is a number whose last digits a spreadsheet replaced. */
export const importFaults = ['name', 'number', 'rounded', 'email'] as const

export interface ImportFaultView {
  /** Its row in the sheet; the header's is 1. */
  row: number
  name: string
  number: string
  fault: (typeof importFaults)[number]
}

/** The beginning of a spreadsheet. Cells are cut at 100 characters, rows at 50 cells. */
export interface SheetPreviewView {
  header: string[]
  /** The first five rows below it, with their numbers in the sheet. */
  rows: { row: number; cells: string[] }[]
  /** The columns by their names in the header, from 0; null without one. */
  columns: { name: number | null; number: number | null; email: number | null }
}

export interface UploadAnswer {
  newContacts: { contactName: string; contactId: number }[]
  errorBag: { contactName: string; error: string }[]
  /** Of a file, whose contacts are made in the background. */
  import?: ContactImportView
}

/** The largest number of rows of a spreadsheet. */
export const MOST_IMPORT_ROWS = 50_000
/** Columns of a spreadsheet that are read; the first is 0. */
export const MOST_SHEET_COLUMNS = 50
/** The largest number of rows of one `POST /contacts/upload`. */
export const MOST_UPLOAD_ROWS = 5_000

/** Somebody exported all contacts. */
export interface ContactExportView {
  id: number
  /** With the name of that time. */
  user: { id: number; name: string }
  /** How many were written; null while it goes on, and when it is not known. */
  contacts: number | null
  createdAt: string
}

export const contactImportRoutes = {
  uploadContacts: route('post', '/contacts/upload').with<{
    body: Sent<typeof contactRowsBody>
    answer: UploadAnswer
  }>(),
  exportContacts: route('get', '/contacts/export').with<{ answer: string }>(),
  listContactExports: route('get', '/contacts/exports').with<{
    query: Sent<typeof listContactExportsQuery>
    answer: { exports: ContactExportView[]; hasMore: boolean }
  }>(),
  startContactImport: route('post', '/contacts/imports').with<{
    body: Sent<typeof sheetImportBody>
    answer: ContactImportView
  }>(),
  previewSheet: route('post', '/contacts/imports/preview').with<{
    body: Sent<typeof sheetBody>
    answer: SheetPreviewView
  }>(),
  listContactImports: route('get', '/contacts/imports').with<{ answer: ContactImportView[] }>(),
  getContactImport: route('get', '/contacts/imports/:importId').with<{ answer: ContactImportView }>(),
  listImportFaults: route('get', '/contacts/imports/:importId/faults').with<{
    answer: ImportFaultView[]
  }>(),
}
