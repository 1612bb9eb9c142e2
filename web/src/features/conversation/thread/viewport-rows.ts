import { useLayoutEffect, useRef, useState } from 'react'

import { listBubbles, type ThreadRow } from './thread-rows'

/** What a reader passes, one by one: dividers, and each message of a row. */
const listKeys = (rows: ThreadRow[]) =>
  rows.flatMap((row): { key: string; isMessage: boolean }[] =>
    row.kind === 'day' || row.kind === 'unread'
      ? [{ key: row.key, isMessage: false }]
      : listBubbles(row).map(({ key }) => ({ key, isMessage: true })),
  )

const findLastKey = (rows: ThreadRow[]) => listKeys(rows.slice(-1)).at(-1)?.key

const findFirstKey = (rows: ThreadRow[]) => rows.find((row) => listBubbles(row).length > 0)?.key

/** Whether this render brought older rows: the old first message is still here, further down. */
export const usePrepended = (rows: ThreadRow[]): boolean => {
  const before = useRef<string | undefined>(undefined)
  const first = findFirstKey(rows)
  const prepended =
    before.current !== undefined && first !== before.current && rows.some((row) => row.key === before.current)
  useLayoutEffect(() => {
    before.current = first
  })
  return prepended
}

/** How many messages stand below the furthest that the reader has had in view. */
export const useCountBelow = (rows: ThreadRow[], isAtEnd: boolean) => {
  const [seen, setSeen] = useState(findLastKey(rows))
  const last = findLastKey(rows)
  if (isAtEnd && seen !== last) setSeen(last)
  const keys = listKeys(rows)
  const at = keys.findIndex(({ key }) => key === seen)
  /** `isStart`: this is where the reader begins, whatever was in view before. */
  const seeTo = (index: number, isStart: boolean) => {
    const key = findLastKey(rows.slice(0, index + 1))
    const isBelow = keys.findIndex((passed) => passed.key === key) > at
    if (key !== undefined && key !== seen && (isStart || isBelow)) setSeen(key)
  }
  const countBelow = isAtEnd || at === -1 ? 0 : keys.slice(at + 1).filter(({ isMessage }) => isMessage).length
  return { countBelow, seeTo }
}

/**
 * Whether this render brought a new last row, and whether it is a message being sent from here. The first render's is new too: a
 * message may be on its way before the conversation has loaded.
 */
export const useNewLast = (rows: ThreadRow[]) => {
  const before = useRef<string | undefined>(undefined)
  const last = findLastKey(rows)
  const isNew = last !== before.current
  useLayoutEffect(() => {
    before.current = last
  })
  return { isNew, isMine: isNew && listBubbles(rows.at(-1)).at(-1)?.outgoing != null }
}
