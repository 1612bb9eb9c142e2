import { useRef, useState } from 'react'

/** Deleted one after the other: more would take too long to wait for. */
export const MOST_SELECTED = 200

/** Rows of a list that are chosen together. */
export interface Selection<R> {
  /** In the list's order; what is no longer listed is not among them. */
  selected: readonly R[]
  isAll: boolean
  isSelected: (record: R) => boolean
  isSelectable: (record: R) => boolean
  /** @param isRange with all between it and the one that was toggled before. */
  toggle: (record: R, isRange: boolean) => void
  /** Of those that are loaded, at most 200. */
  selectAll: (all: boolean) => void
}

const sliceBetween = <R extends { id: number }>(records: readonly R[], one: number, other: number): R[] => {
  const ends = [one, other].map((id) => records.findIndex((record) => record.id === id))
  return ends.includes(-1) ? [] : records.slice(Math.min(...ends), Math.max(...ends) + 1)
}

const nobody: ReadonlySet<number> = new Set()

/** Which of the listed records are selected. @param asked the search and the order: another begins without a selection. */
export const useSelection = <R extends { id: number }>(
  records: readonly R[],
  isSelectable: (record: R) => boolean,
  asked: string,
): Selection<R> => {
  const [ids, setIds] = useState(nobody)
  const [askedBefore, setAskedBefore] = useState(asked)
  if (askedBefore !== asked) {
    setAskedBefore(asked)
    setIds(nobody)
  }
  const toggledBefore = useRef<number>(undefined)
  const selectable = records.filter(isSelectable)
  const selected = selectable.filter(({ id }) => ids.has(id))
  return {
    selected,
    isAll: selected.length > 0 && selected.length === Math.min(selectable.length, MOST_SELECTED),
    isSelected: ({ id }) => ids.has(id),
    isSelectable,
    toggle: ({ id }, isRange) => {
      const isOn = !ids.has(id)
      const range =
        isRange && toggledBefore.current !== undefined
          ? sliceBetween(selectable, toggledBefore.current, id).map((record) => record.id)
          : []
      toggledBefore.current = id
      const next = new Set(selected.map((record) => record.id))
      for (const changed of [id, ...range]) {
        if (!isOn) next.delete(changed)
        else if (next.size < MOST_SELECTED) next.add(changed)
      }
      setIds(next)
    },
    selectAll: (all) => setIds(new Set(all ? selectable.slice(0, MOST_SELECTED).map(({ id }) => id) : [])),
  }
}
