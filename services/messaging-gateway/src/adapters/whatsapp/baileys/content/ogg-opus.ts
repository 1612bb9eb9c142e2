/** What a player needs to know of an Ogg Opus file, read from its pages without decoding a sound. */
export interface OggOpus {
  durationSeconds: number
  /** Bytes of each packet of sound, in order. */
  packetSizes: number[]
}

const PAGE_HEAD = 27
/** Opus counts time in these, whatever the recording's own rate. */
const SAMPLES_PER_SECOND = 48_000
/** OpusHead and OpusTags. */
const HEADER_PACKETS = 2

interface Page {
  /** Samples since the start when its last packet ends; -1 when none ends in it. */
  granule: number
  lacing: Buffer
  bodyAt: number
  end: number
}

function pageAt(file: Buffer, at: number): Page | undefined {
  if (at + PAGE_HEAD > file.length || file.toString('latin1', at, at + 4) !== 'OggS') return undefined
  const bodyAt = at + PAGE_HEAD + file.readUInt8(at + 26)
  const lacing = file.subarray(at + PAGE_HEAD, bodyAt)
  const end = lacing.reduce((sum, length) => sum + length, bodyAt)
  if (end > file.length) return undefined
  return { granule: Number(file.readBigInt64LE(at + 6)), lacing, bodyAt, end }
}

/** A packet ends with a piece shorter than 255 bytes; `carried` is what an earlier page began. */
function packetsOf(lacing: Buffer, carried: number): { sizes: number[]; open: number } {
  const sizes: number[] = []
  let open = carried
  for (const length of lacing) {
    open += length
    if (length === 255) continue
    sizes.push(open)
    open = 0
  }
  return { sizes, open }
}

export const isOgg = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'OggS'

/** Undefined for a file that is not whole, or not one stream of Opus. */
export function readOggOpus(file: Buffer): OggOpus | undefined {
  const first = pageAt(file, 0)
  if (!first || file.toString('latin1', first.bodyAt, first.bodyAt + 8) !== 'OpusHead') return undefined
  if (first.end - first.bodyAt < 19) return undefined
  const preSkip = file.readUInt16LE(first.bodyAt + 10)
  const sizes: number[] = []
  let [open, granule, at] = [0, 0, 0]
  while (at < file.length) {
    const page = pageAt(file, at)
    if (!page) return undefined
    const packets = packetsOf(page.lacing, open)
    sizes.push(...packets.sizes)
    open = packets.open
    granule = Math.max(granule, page.granule)
    at = page.end
  }
  const samples = Math.max(0, granule - preSkip)
  return { durationSeconds: samples / SAMPLES_PER_SECOND, packetSizes: sizes.slice(HEADER_PACKETS) }
}

const BARS = 64
const TALLEST = 100

/**
 * The bars a phone draws beside a voice note, 0 to 100. Opus spends its bytes where there is sound, so the packets'
 * sizes draw them well enough without a decoder. Empty when there is nothing to draw.
 */
export function waveformOf(packetSizes: readonly number[]): Uint8Array {
  const most = packetSizes.reduce((max, size) => Math.max(max, size), 0)
  if (most === 0) return new Uint8Array()
  return Uint8Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * packetSizes.length) / BARS)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * packetSizes.length) / BARS))
    const part = packetSizes.slice(from, to)
    return Math.round((TALLEST * part.reduce((sum, size) => sum + size, 0)) / (most * part.length))
  })
}
