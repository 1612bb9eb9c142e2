import type { SheetRow } from '@balcao/kernel'
import { parseXml, type XmlHandler } from './parse-xml'
import { LONGEST_TEXT, MOST_COLUMNS, UnreadableSheet } from './unreadable-sheet'
import { openEntry, openZip, type ZipEntries } from './zip-file'

const MEBIBYTE = 1024 * 1024
const MOST_INDEX_BYTES = 4 * MEBIBYTE
const MOST_STRINGS_BYTES = 64 * MEBIBYTE
const MOST_SHEET_BYTES = 256 * MEBIBYTE
const MOST_STRINGS = 500_000

/* Text between tags, cut at 1,000 characters. */
function createTextBuffer() {
  let text = ''
  return {
    add: (more: string) => {
      if (text.length < LONGEST_TEXT) text += more.slice(0, LONGEST_TEXT - text.length)
    },
    take: () => {
      const taken = text
      text = ''
      return taken
    },
  }
}

async function readAll<T>(
  zip: ZipEntries,
  entry: { name: string; maxBytes: number },
  handler: XmlHandler,
  take: () => T[],
): Promise<T[]> {
  const all: T[] = []
  for await (const item of parseXml(await openEntry(zip, entry.name, entry.maxBytes), handler, take))
    all.push(item)
  return all
}

/* Elements of one name, by an attribute of theirs. */
function collectElements(element: string): { handler: XmlHandler; take: () => Record<string, string>[] } {
  let found: Record<string, string>[] = []
  return {
    handler: {
      open: (name, attributes) => {
        if (name === element) found.push({ ...attributes })
      },
    },
    take: () => {
      const taken = found
      found = []
      return taken
    },
  }
}

async function listElements(
  zip: ZipEntries,
  name: string,
  element: string,
): Promise<Record<string, string>[]> {
  const { handler, take } = collectElements(element)
  return readAll(zip, { name, maxBytes: MOST_INDEX_BYTES }, handler, take)
}

/** The part of the package that has the workbook's first sheet. */
async function findFirstSheet(zip: ZipEntries): Promise<string> {
  const [sheet] = await listElements(zip, 'xl/workbook.xml', 'sheet')
  const links = await listElements(zip, 'xl/_rels/workbook.xml.rels', 'Relationship')
  const target = links.find(({ Id }) => Id !== undefined && Id === sheet?.['r:id'])?.Target
  if (target === undefined) throw new UnreadableSheet('invalid')
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/* Cells of type `s` are positions in this list. Phonetic hints (`rPh`) are no part of the text. */
async function readSharedStrings(zip: ZipEntries): Promise<string[]> {
  const name = 'xl/sharedStrings.xml'
  if (!zip.entries.has(name)) return []
  const text = createTextBuffer()
  const found: string[] = []
  let count = 0
  let [isText, isHint] = [false, false]
  const handler: XmlHandler = {
    open: (element) => {
      if (element === 't') isText = !isHint
      if (element === 'rPh') isHint = true
    },
    text: (more) => {
      if (isText) text.add(more)
    },
    close: (element) => {
      if (element === 't') isText = false
      if (element === 'rPh') isHint = false
      if (element !== 'si') return
      count += 1
      if (count > MOST_STRINGS) throw new UnreadableSheet('too-large')
      found.push(text.take())
    },
  }
  return readAll(zip, { name, maxBytes: MOST_STRINGS_BYTES }, handler, () => found.splice(0))
}

/* `BC12` → 54; undefined without letters. */
function readColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

class RowCollector implements XmlHandler {
  private readonly value = createTextBuffer()
  private isValue = false
  private type = ''
  private column = 0
  private row: SheetRow = { row: 0, cells: [] }
  private rows: SheetRow[] = []

  constructor(private readonly strings: readonly string[]) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.row = { row: Number(attributes.r) || this.row.row + 1, cells: [] }
    if (name === 'c') {
      this.type = attributes.t ?? 'n'
      this.column = readColumn(attributes.r) ?? this.row.cells.length
    }
    if (name === 'v' || name === 't') this.isValue = true
  }

  text(text: string): void {
    if (this.isValue) this.value.add(text)
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.isValue = false
    if (name === 'c') this.addCell(this.value.take())
    if (name === 'row' && this.row.cells.some((cell) => cell !== '')) this.rows.push(this.row)
  }

  take(): SheetRow[] {
    return this.rows.splice(0)
  }

  private addCell(value: string): void {
    if (this.column >= MOST_COLUMNS) return
    while (this.row.cells.length < this.column) this.row.cells.push('')
    this.row.cells[this.column] = this.type === 's' ? (this.strings[Number(value)] ?? '') : value
  }
}

/** The rows of the first sheet of an .xlsx file. @throws {UnreadableSheet} */
export async function* readXlsx(file: string): AsyncGenerator<SheetRow> {
  const zip = await openZip(file)
  try {
    const sheet = await findFirstSheet(zip)
    const rows = new RowCollector(await readSharedStrings(zip))
    yield* parseXml(await openEntry(zip, sheet, MOST_SHEET_BYTES), rows, () => rows.take())
  } finally {
    zip.zip.close()
  }
}
