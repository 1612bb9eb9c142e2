import { types, type CustomTypesConfig } from 'pg'

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond 2^53: ${text}`)
  return value
}

const parseInt8Array = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(parseInt8))

/** How fields arrive: int8 as number, date as `YYYY-MM-DD` (never a local midnight), the rest as pg does. */
export const fieldTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8) return parseInt8
      if (oid === DATE) return (text: string) => text
      if (oid === INT8_ARRAY) return parseInt8Array
    }
    return types.getTypeParser(oid, format as 'text')
  }) as CustomTypesConfig['getTypeParser'],
}
