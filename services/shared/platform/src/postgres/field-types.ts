import { types, type CustomTypesConfig } from 'pg'

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}

const parseInt8Array = (text: string): number[] =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8)

type Parse = (text: string) => unknown

const ours: Partial<Record<number, Parse>> = {
  [INT8]: parseInt8,
  [DATE]: (text) => text,
  [INT8_ARRAY]: parseInt8Array,
}

/** Parsers of column types: int8 as number, date as `YYYY-MM-DD` (never a local midnight), the rest as pg does. */
export const fieldTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    const theirs: unknown = types.getTypeParser(oid, format as 'text')
    return (format === 'binary' ? undefined : ours[oid]) ?? (theirs as Parse)
  },
}
