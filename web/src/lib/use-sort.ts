import { listSorts, readSort, type Sort } from '@balcao/contracts'
import { useState } from 'react'

import { readStoredJson, storageKeys, writeStored } from './storage'

/** How a list page is sorted, and its choices. */
export interface Sorting<Column extends string> {
  /** The names of what it can be sorted by. */
  labels: Record<Column, string>
  /** Undefined: in the list's own order. */
  sort: Sort<Column> | undefined
  choose: (sort: Sort<Column> | undefined) => void
}

type StoredSorts = Record<string, unknown>

const isSorts = (value: unknown): value is StoredSorts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readSorts = (): StoredSorts => readStoredJson(storageKeys.sorts, isSorts, {})

/** What a list can be sorted by. */
export const listColumns = <Column extends string>(of: Record<Column, unknown>) => Object.keys(of) as Column[]

/** After a press on a head: ascending, descending, the list's own order. */
export const findNextSort = <Column extends string>(
  sort: Sort<Column> | undefined,
  column: Column,
): Sort<Column> | undefined => {
  const read = readSort([column], sort)
  if (!read) return column
  return read.isDescending ? undefined : `-${column}`
}

/** The sorting of one list; this browser keeps it. */
export const useSort = <Column extends string>(
  list: string,
  labels: Record<Column, string>,
): Sorting<Column> => {
  const [chosen, setChosen] = useState<unknown>(() => readSorts()[list])
  return {
    labels,
    sort: listSorts(listColumns(labels)).find((sort) => sort === chosen),
    choose: (sort) => {
      setChosen(sort)
      writeStored(storageKeys.sorts, JSON.stringify({ ...readSorts(), [list]: sort }))
    },
  }
}
