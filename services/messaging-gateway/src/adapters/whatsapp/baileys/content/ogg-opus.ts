/** An Ogg Opus file, parsed from its pages without decoding audio. */
export interface OggOpus {
  durationSeconds: number
  /** 1 or 2. */
  channels: number
  /** Audio packets, in order. */
  packets: Uint8Array[]
}

const PAGE_HEAD = 27
/** Rate of Opus granule positions, whatever the recording's own sample rate (RFC 7845, 4). */
const SAMPLES_PER_SECOND = 48_000
/** OpusHead and OpusTags. */
const HEADER_PACKETS = 2

interface Page {
  /** Samples since the start up to the end of the page's last packet; -1 when no packet ends in it. */
  granule: number
  lacing: Buffer
  bodyAt: number
  end: number
}

function parsePage(file: Buffer, at: number): Page | undefined {
  if (at + PAGE_HEAD > file.length || file.toString('latin1', at, at + 4) !== 'OggS') return undefined
  const bodyAt = at + PAGE_HEAD + file.readUInt8(at + 26)
  const lacing = file.subarray(at + PAGE_HEAD, bodyAt)
  const end = lacing.reduce((sum, length) => sum + length, bodyAt)
  if (end > file.length) return undefined
  return { granule: Number(file.readBigInt64LE(at + 6)), lacing, bodyAt, end }
}

/** A packet ends with a segment shorter than 255 bytes; `open` has the segments of a packet that an earlier page began. */
function takePackets(file: Buffer, { lacing, bodyAt }: Page, open: Buffer[]): Uint8Array[] {
  const packets: Uint8Array[] = []
  let at = bodyAt
  for (const length of lacing) {
    open.push(file.subarray(at, at + length))
    at += length
    if (length === 255) continue
    const pieces = open.splice(0)
    // A packet within one page needs no copy.
    packets.push(areAdjacent(pieces) ? file.subarray(at - totalLength(pieces), at) : Buffer.concat(pieces))
  }
  return packets
}

const totalLength = (pieces: readonly Buffer[]) => pieces.reduce((sum, { length }) => sum + length, 0)

const areAdjacent = (pieces: readonly Buffer[]): boolean =>
  pieces.every((piece, at) => {
    const before = pieces[at - 1]
    return !before || before.byteOffset + before.length === piece.byteOffset
  })

export const isOgg = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'OggS'

/** Undefined for a file that is truncated, or is not a single Opus stream. */
export function readOggOpus(file: Buffer): OggOpus | undefined {
  const first = parsePage(file, 0)
  if (!first || file.toString('latin1', first.bodyAt, first.bodyAt + 8) !== 'OpusHead') return undefined
  if (first.end - first.bodyAt < 19) return undefined
  const channels = file.readUInt8(first.bodyAt + 9)
  const preSkip = file.readUInt16LE(first.bodyAt + 10)
  const packets: Uint8Array[] = []
  const open: Buffer[] = []
  let [granule, at] = [0, 0]
  while (at < file.length) {
    const page = parsePage(file, at)
    if (!page) return undefined
    packets.push(...takePackets(file, page, open))
    granule = Math.max(granule, page.granule)
    at = page.end
  }
  const samples = Math.max(0, granule - preSkip)
  return { durationSeconds: samples / SAMPLES_PER_SECOND, channels, packets: packets.slice(HEADER_PACKETS) }
}

const BARS = 64
const TALLEST = 100

/**
 * Bars of a voice note, 0 to 100, estimated from packet sizes where the audio was not decoded: Opus packets are
 * larger where there is sound. Empty without packets.
 */
export function drawBarsBySize(packets: readonly Uint8Array[]): Uint8Array {
  const most = packets.reduce((max, { length }) => Math.max(max, length), 0)
  if (most === 0) return new Uint8Array()
  return Uint8Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * packets.length) / BARS)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * packets.length) / BARS))
    const part = packets.slice(from, to)
    return Math.round((TALLEST * part.reduce((sum, { length }) => sum + length, 0)) / (most * part.length))
  })
}
