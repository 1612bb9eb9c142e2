import { crc32, deflateRawSync } from 'node:zlib'

const NAMESPACE = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const package_ = {
  'xl/workbook.xml': `<workbook ${NAMESPACE}><sheets><sheet name="a" sheetId="1" r:id="rId7"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>',
}

const localHeader = (name: Buffer, sum: number, packed: Buffer, size: number): Buffer => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt32LE(sum, 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return header
}

const directoryEntry = (local: Buffer, name: Buffer, offset: number): Buffer => {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(20, 4)
  local.copy(entry, 6, 4, 30)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

/** A zip file of these texts, deflated. */
function zipTexts(texts: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(texts)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(text)]
    const packed = deflateRawSync(bytes)
    const local = localHeader(name, crc32(bytes), packed, bytes.length)
    directory.push(directoryEntry(local, name, offset))
    parts.push(local, name, packed)
    offset += local.length + name.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** An .xlsx file whose first sheet is this XML. */
export const buildXlsx = (sheet: string, strings: readonly string[] = []): Buffer =>
  zipTexts({
    ...package_,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
    'xl/worksheets/first.xml': sheet,
  })

/** An .xlsx file with these rows; numbers as numbers, texts among the shared strings, as Excel writes them. */
export function buildSheet(rows: readonly (readonly (string | number)[])[]): Buffer {
  const strings = new Map<string, number>()
  const indexOf = (text: string) => {
    if (!strings.has(text)) strings.set(text, strings.size)
    return strings.get(text)
  }
  const cell = (value: string | number, column: number, row: number) => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`
    if (value === '') return ''
    return typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="s"><v>${indexOf(value)}</v></c>`
  }
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, column) => cell(value, column, row)).join('')}</row>`,
  )
  const sheet = `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`
  return buildXlsx(sheet, [...strings.keys()])
}
