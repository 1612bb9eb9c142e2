import { types, type CustomTypesConfig } from 'pg'

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016
const INT4_ARRAY = 1007
const TIMESTAMPTZ = 1184

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}

const parseInt8Array = (text: string): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8)

const parseInt4Array: Parse = (text) => (text === '{}' ? [] : parseAnyInt4Array(text))

type Parse = (text: string) => unknown

const parseAnyInt4Array: Parse = types.getTypeParser(INT4_ARRAY as number)
const parseAnyTime = types.getTypeParser(TIMESTAMPTZ) as Parse

/* Two digits at a place of a text. */
const two = (text: string, at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528

/**
 * `2026-11-22 19:44:01.123456+00`, as a session in UTC writes it, in a quarter of the general parser's time: a page of tickets
 * has 200 times. Anything else (other zones, years below 1000 or above 9999, infinity) goes to that parser.
 */
function parseTime(text: string): unknown {
  const { length } = text
  const isUtc = length >= 22 && text.charCodeAt(length - 3) === 43 && text.endsWith('+00')
  if (!isUtc || text.startsWith('0') || text.charCodeAt(4) !== 45 || text.charCodeAt(10) !== 32)
    return parseAnyTime(text)
  const milliseconds = length > 22 ? Number(`${text.slice(20, Math.min(23, length - 3))}00`.slice(0, 3)) : 0
  const year = two(text, 0) * 100 + two(text, 2)
  return new Date(
    Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), milliseconds),
  )
}

const ours: Partial<Record<number, Parse>> = {
  [INT8]: parseInt8,
  [DATE]: (text) => text,
  [INT8_ARRAY]: parseInt8Array,
  [INT4_ARRAY]: parseInt4Array,
  [TIMESTAMPTZ]: parseTime,
}

/** Parsers of column types: int8 as number, date as `YYYY-MM-DD` (never a local midnight), the rest as pg does. */
export const fieldTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    const theirs: unknown = types.getTypeParser(oid, format as 'text')
    return (format === 'binary' ? undefined : ours[oid]) ?? (theirs as Parse)
  },
}
