import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { FindTarget } from '../find-target'
import type { useThread } from './use-thread'

const MESSAGE = 'message'
const WORDS = 'words'

/** The address of a message that a search found. */
export const buildMatchPath = (uuid: string, messageId: string, words: string): string =>
  `/tickets/${uuid}?${new URLSearchParams({ [MESSAGE]: messageId, [WORDS]: words }).toString()}`

/** Which messages have words to mark, and which of them the find bar stands at. */
export interface FoundMarks {
  words: string
  messageIds: ReadonlySet<string>
  currentId: string | null
}

/**
 * Scrolls to the message that the find bar stands at, else to the one that the address names, loading older pages until it is there.
 * @param jumpTo scrolls; false when the row is not on the page yet.
 */
export const useSearchTarget = (
  { bubbles, hasOlder, olderFailed, isLoading, isLoadingOlder, loadOlder }: ReturnType<typeof useThread>,
  jumpTo: (messageId: string) => boolean,
  find: FindTarget | null = null,
): FoundMarks | null => {
  const [params] = useSearchParams()
  const named = params.get(MESSAGE)
  const words = params.get(WORDS) ?? ''
  const reached = useRef(new Set<string>())
  const messageId = find ? find.currentId : named
  const target = find ? `${find.visit} ${find.words} ${messageId}` : `${messageId} ${words}`
  const isHere = bubbles.some(({ message }) => message.id === messageId)
  useEffect(() => {
    if (messageId === null || reached.current.has(target) || isLoading) return
    if (!isHere) {
      if (hasOlder && !isLoadingOlder && !olderFailed) loadOlder()
      return
    }
    // After the rows of this render were measured; a render before that frame asks for another.
    const frame = requestAnimationFrame(() => {
      if (jumpTo(messageId)) reached.current.add(target)
    })
    return () => cancelAnimationFrame(frame)
  })
  return useMemo(() => {
    if (find) return find
    return named === null ? null : { words, messageIds: new Set([named]), currentId: null }
  }, [find, named, words])
}
