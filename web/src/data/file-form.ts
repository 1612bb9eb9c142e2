/** A file for what has the id. */
export interface FileFor {
  id: number
  file: File
}

/** The form that uploads one file. */
export const buildFileForm = (file: File): FormData => {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** A body with the file that goes with it; the body itself without one. @param field that has the body in the form */
export function withFile<B extends object>(body: B, file: File | null, field: string): B | FormData {
  if (!file) return body
  const form = new FormData()
  form.append(field, JSON.stringify(body))
  form.append('file', file)
  return form
}

/** Where an import finds its columns, from 0. */
export interface SheetColumns {
  name: number
  number: number
  email: number | null
}

/** A spreadsheet that is imported by these columns. */
export interface MappedSheet {
  file: File
  columns: SheetColumns
}

export const buildSheetForm = ({ file, columns }: MappedSheet): FormData => {
  const form = buildFileForm(file)
  form.append('nameColumn', String(columns.name))
  form.append('numberColumn', String(columns.number))
  if (columns.email !== null) form.append('emailColumn', String(columns.email))
  return form
}
