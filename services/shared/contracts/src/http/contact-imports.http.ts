import { contactImportRoutes, MOST_SHEET_COLUMNS, MOST_UPLOAD_ROWS } from './contact-imports.routes'
import { endpoint } from './endpoint'
import { array, idText, number, numberCursor, object, text } from './fields'

const MEBIBYTE = 1024 * 1024

/* A cell with digits only may come as a number. */
const cell = () =>
  text(1000)
    .meta({ accepts: 'number' })
    .transform((value: unknown, original: unknown) =>
      typeof original === 'number' ? String(original) : value,
    )

/** Rows of a spreadsheet under its column names. The call sends the list itself, or a form with the file and none. */
export const contactRowsBody = object({
  rows: array(
    object({ Nome: cell().default(''), Telefone: cell().default(''), Email: cell().default('') }),
  ).max(MOST_UPLOAD_ROWS),
})

/** The file is the form's field `file`. */
export const sheetBody = object({})

const columnIndex = () =>
  number()
    .integer()
    .min(0)
    .max(MOST_SHEET_COLUMNS - 1)
    .optional()

/** The file, and where its columns are, from 0; without `nameColumn` and `numberColumn` they are found by their names. */
export const sheetImportBody = object({
  nameColumn: columnIndex(),
  numberColumn: columnIndex(),
  emailColumn: columnIndex(),
})

const importParams = object({ importId: idText().required() })

export const uploadContacts = endpoint(contactImportRoutes.uploadContacts, {
  access: 'user',
  body: contactRowsBody,
  arrayField: 'rows',
  bodyLimitBytes: 4 * MEBIBYTE,
  uploads: { field: 'file', maxCount: 1, rate: 'import' },
  tag: 'contacts',
  summary:
    'Contacts from rows `[{ Nome, Telefone, Email }]`, at most 5,000. Numbers are not checked on WhatsApp. A row with a wrong field or the number of a contact is in `errorBag`. With the .xlsx file itself it is `POST /contacts/imports`, whose answer is `import`.',
  errors: ['ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_EMPTY'],
})

export const exportContacts = endpoint(contactImportRoutes.exportContacts, {
  access: 'user',
  rate: 'search',
  file: 'text/csv',
  tag: 'contacts',
  summary:
    'All contacts by name as CSV (UTF-8 with BOM, separated by semicolons), for administrators and whom the setting `exportContacts` allows. Each export is logged.',
  errors: ['ERR_NO_PERMISSION'],
})

export const listContactExportsQuery = object({
  /** Exports with a lower id. */
  before: numberCursor().min(1).optional(),
})

export const listContactExports = endpoint(contactImportRoutes.listContactExports, {
  access: 'admin',
  query: listContactExportsQuery,
  tag: 'contacts',
  summary:
    'Who exported all contacts, when and how many, newest first, 20 a page. Kept for as long as the company.',
})

export const startContactImport = endpoint(contactImportRoutes.startContactImport, {
  access: 'user',
  rate: 'import',
  body: sheetImportBody,
  uploads: { field: 'file', maxCount: 1 },
  status: 202,
  tag: 'contacts',
  summary:
    'Reads an .xlsx file with the columns Nome, Telefone and, if wanted, E-mail, at most 50,000 rows. Contacts are made in the background; a repeat of the same file makes none. Other columns are named by `nameColumn`, `numberColumn` and `emailColumn`, from 0. A number that a spreadsheet rounded (`5.51199E+12`) is refused.',
  errors: ['ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_EMPTY'],
})

export const previewSheet = endpoint(contactImportRoutes.previewSheet, {
  access: 'user',
  rate: 'import',
  body: sheetBody,
  uploads: { field: 'file', maxCount: 1 },
  tag: 'contacts',
  summary:
    'The first rows of an .xls or .xlsx file, and which columns an import would read. Nothing is saved.',
  errors: ['ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_EMPTY'],
})

export const listContactImports = endpoint(contactImportRoutes.listContactImports, {
  access: 'user',
  tag: 'contacts',
  summary: 'The last ten imports of spreadsheets, newest first; kept for 30 days.',
})

export const getContactImport = endpoint(contactImportRoutes.getContactImport, {
  access: 'user',
  params: importParams,
  tag: 'contacts',
  summary: 'How far an import is.',
  errors: ['ERR_NOT_FOUND'],
})

export const listImportFaults = endpoint(contactImportRoutes.listImportFaults, {
  access: 'user',
  params: importParams,
  tag: 'contacts',
  summary: 'Rows of an import that made no contact, at most 5,000.',
  errors: ['ERR_NOT_FOUND'],
})
