import { readSort, type Sort } from '@balcao/contracts'

import { listColumns } from './use-sort'

/** What a column is sorted by; null, undefined and '' are empty. */
export type SortValue = string | number | Date | null | undefined

const isEmpty = (value: SortValue): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

/* Numbers and dates as what they are, texts as the language has them, with the numbers in them ("2" before "10"). */
const compareValues = (left: SortValue, right: SortValue, { compare }: Intl.Collator): number => {
  if (typeof left === 'string' || typeof right === 'string') return compare(String(left), String(right))
  return Number(left) - Number(right)
}

/** A list that is here as a whole, sorted; empty values are last in both directions, equal ones stay as they were. */
export const sortRecords = <R, Column extends string>(
  records: readonly R[],
  sort: Sort<Column> | undefined,
  values: Record<Column, (record: R) => SortValue>,
  language: string,
): readonly R[] => {
  const read = readSort(listColumns(values), sort)
  if (!read) return records
  const valueOf = values[read.column]
  const sign = read.isDescending ? -1 : 1
  const collator = new Intl.Collator(language, { numeric: true })
  return records.toSorted((leftRecord, rightRecord) => {
    const [left, right] = [valueOf(leftRecord), valueOf(rightRecord)]
    if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right))
    return sign * compareValues(left, right, collator)
  })
}
