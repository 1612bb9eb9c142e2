/** Inclusive on both ends. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of `sizeBytes` that a Range header asks for: one range, `undefined` for all of it (no header, several ranges, or
 * not a byte range: RFC 9110 lets a server ignore those), `'unsatisfiable'` when it lies outside.
 */
export function parseByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start > end || start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
