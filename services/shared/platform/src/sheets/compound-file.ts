import { UnreadableSheet } from './unreadable-sheet'

/*
 * The container of .xls files ([MS-CFB]): sectors of 512 or 4,096 bytes, chained by a table (FAT); streams of less than 4 KiB lie
 * in sectors of 64 bytes within the root's stream, chained by a table of their own. Every chain is followed once and is at most as
 * long as its table, so memory and time are bounded by the file's size.
 */
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const HEADER_BYTES = 512
const DIFAT_IN_HEADER = 109
const MINI_SECTOR_BYTES = 64
const ENTRY_BYTES = 128
const LAST_REGULAR = 0xfffffffa
const STREAM = 2
const ROOT = 5

export const isCompoundFile = (bytes: Buffer): boolean =>
  bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

interface Entry {
  name: string
  type: number
  start: number
  size: number
}

/** Sectors and the table that chains them. */
interface Sectors {
  table: readonly number[]
  read(sector: number): Buffer
}

/* Numbers of a chain's sectors. @throws {UnreadableSheet} for one that ends outside its table or runs in a circle */
function* followChain(table: readonly number[], start: number): Generator<number> {
  let steps = 0
  for (let sector = start; sector < LAST_REGULAR;) {
    const next = table[sector]
    steps += 1
    if (next === undefined || steps > table.length) throw new UnreadableSheet('invalid')
    yield sector
    sector = next
  }
}

const readChain = ({ table, read }: Sectors, start: number): Buffer =>
  Buffer.concat([...followChain(table, start)].map(read))

const readNumbers = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index))

/* Sectors of the FAT: 109 in the header, the others in a list of their own whose last number leads to its next sector. */
function listTableSectors(bytes: Buffer, read: Sectors['read']): number[] {
  const found = readNumbers(bytes.subarray(76, 76 + 4 * DIFAT_IN_HEADER))
  const most = bytes.length / HEADER_BYTES
  let next = bytes.readUInt32LE(68)
  for (let steps = 0; next < LAST_REGULAR; steps += 1) {
    if (steps > most) throw new UnreadableSheet('invalid')
    const numbers = readNumbers(read(next))
    next = numbers.pop() ?? LAST_REGULAR
    found.push(...numbers)
  }
  return found.filter((sector) => sector < LAST_REGULAR)
}

function openSectors(bytes: Buffer): Sectors {
  const sectorBytes = 2 ** bytes.readUInt16LE(30)
  if (sectorBytes !== 512 && sectorBytes !== 4_096) throw new UnreadableSheet('invalid')
  const read = (sector: number) => {
    const at = (sector + 1) * sectorBytes
    if (at >= bytes.length) throw new UnreadableSheet('invalid')
    return bytes.subarray(at, at + sectorBytes)
  }
  const tableSectors = listTableSectors(bytes, read)
  if (tableSectors.length > bytes.length / sectorBytes) throw new UnreadableSheet('invalid')
  return { table: tableSectors.flatMap((sector) => readNumbers(read(sector))), read }
}

const readEntry = (bytes: Buffer): Entry => ({
  name: bytes.toString('utf16le', 0, Math.min(64, Math.max(0, bytes.readUInt16LE(64) - 2))),
  type: bytes[66] ?? 0,
  start: bytes.readUInt32LE(116),
  size: bytes.readUInt32LE(120),
})

function listEntries(directory: Buffer): Entry[] {
  const count = Math.floor(directory.length / ENTRY_BYTES)
  return Array.from({ length: count }, (_, index) => readEntry(directory.subarray(ENTRY_BYTES * index)))
}

function openMiniSectors(bytes: Buffer, sectors: Sectors, root: Entry): Sectors {
  const content = readChain(sectors, root.start)
  return {
    table: readNumbers(readChain(sectors, bytes.readUInt32LE(60))),
    read: (sector) => content.subarray(MINI_SECTOR_BYTES * sector, MINI_SECTOR_BYTES * (sector + 1)),
  }
}

/**
 * The first of these streams that a compound file has.
 * @throws {UnreadableSheet} for a broken file, and one without them
 */
export function readStream(bytes: Buffer, names: readonly string[]): Buffer {
  if (!isCompoundFile(bytes) || bytes.length < HEADER_BYTES) throw new UnreadableSheet('invalid')
  const sectors = openSectors(bytes)
  const entries = listEntries(readChain(sectors, bytes.readUInt32LE(48)))
  const streams = entries.filter(({ type }) => type === STREAM)
  const stream = names.map((wanted) => streams.find(({ name }) => name === wanted)).find(Boolean)
  const root = entries.find(({ type }) => type === ROOT)
  if (!stream || !root) throw new UnreadableSheet('invalid')
  const isMini = stream.size < bytes.readUInt32LE(56)
  const own = isMini ? openMiniSectors(bytes, sectors, root) : sectors
  return readChain(own, stream.start).subarray(0, stream.size)
}
