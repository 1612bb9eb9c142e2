/* Names of files in pg_wal: timeline, then log and segment, each as eight hexadecimal digits (Postgres' documentation, "WAL Internals"). */
const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
const ARCHIVED = /^[0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/
/* Segments of 16 MB, which initdb makes: 256 of them in a log of 4 GB. */
const SEGMENTS_PER_LOG = 256n

/** Whether Postgres archives files of this name. */
export const isArchivedName = (name: string): boolean => ARCHIVED.test(name)

/** A segment's position in its timeline, counted from the first; undefined for other names. */
export function segmentNumber(name: string): bigint | undefined {
  const [, , log, segment] = SEGMENT.exec(name) ?? []
  if (log === undefined || segment === undefined) return undefined
  return BigInt(`0x${log}`) * SEGMENTS_PER_LOG + BigInt(`0x${segment}`)
}

/** The names of these segments of one timeline and of all between them, in their order. */
export function listSegments(first: string, last: string): string[] {
  const [from, to] = [segmentNumber(first), segmentNumber(last)]
  if (from === undefined || to === undefined) throw new Error(`not segments of WAL: ${first}, ${last}`)
  const hex = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0')
  const nameOf = (number: bigint): string =>
    first.slice(0, 8) + hex(number / SEGMENTS_PER_LOG) + hex(number % SEGMENTS_PER_LOG)
  return Array.from({ length: Number(to - from) + 1 }, (_, index) => nameOf(from + BigInt(index)))
}

/**
 * Whether nothing is missing between these segments: the later one is the next of its timeline, the same one again, or the first that
 * another timeline wrote, which repeats the segment in which it began.
 */
export function follows(later: string, earlier: string): boolean {
  const [next, last] = [segmentNumber(later), segmentNumber(earlier)]
  if (next === undefined || last === undefined) return false
  return next === last + 1n || next === last
}

/** Names of what is older than every segment that a recovery from `first` reads. Histories of timelines are always read. */
export const listOlder = (names: readonly string[], first: string): string[] => {
  const from = segmentNumber(first)
  return names.filter((name) => {
    const number = segmentNumber(name.slice(0, 24))
    return number !== undefined && from !== undefined && number < from
  })
}
