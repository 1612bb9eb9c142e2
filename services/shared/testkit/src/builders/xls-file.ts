/** An .xls file (Excel 97 to 2003) with these rows. The library is loaded where it is needed: few tests do. */
export async function buildXls(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx')
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  const book = { SheetNames: ['a'], Sheets: { a: sheet } }
  return write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer
}
