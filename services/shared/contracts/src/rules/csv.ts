const SIGN = String.raw`(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])`
const AT_START = new RegExp(`^${SIGN}`)
/* Where a cell may begin for a program that was told another separator, or that reads no quotes. */
const AFTER_SEPARATOR = new RegExp(String.raw`([,;|\t\r\n"])${SIGN}`, 'g')

/**
 * A cell that every spreadsheet program shows as text: quoted where it has a separator, and with an apostrophe before each sign, of full width
 * too, that would begin a formula, at its start and after what may be a separator to another program.
 */
export function writeCsvCell(value: string | number): string {
  const safe = String(value).replace(AFTER_SEPARATOR, "$1'").replace(AT_START, "'")
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, separated by semicolons as programs in Portuguese and Spanish expect, without its end. */
export const writeCsvLine = (cells: readonly (string | number)[]): string => cells.map(writeCsvCell).join(';')

/** Tells spreadsheet programs that the file is UTF-8. */
export const CSV_MARK = '\uFEFF'
