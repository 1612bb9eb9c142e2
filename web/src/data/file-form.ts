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
