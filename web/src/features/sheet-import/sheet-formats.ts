/** The end of a file's name. */
export type SheetFormat = '.xls' | '.xlsx'

/** “.xls ou .xlsx” */
export const listFormats = (formats: readonly SheetFormat[], language: string): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(formats)

export const hasFormat = (name: string, formats: readonly SheetFormat[]): boolean =>
  formats.some((format) => name.toLowerCase().endsWith(format))
