import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { useThread } from './use-thread'

const MESSAGE = 'message'
const WORDS = 'words'

/** The address of a message that a search found. */
export const buildMatchPath = (uuid: string, messageId: string, words: string): string =>
  `/tickets/${uuid}?${new URLSearchParams({ [MESSAGE]: messageId, [WORDS]: words }).toString()}`

/**
 * Scrolls to the message that the address names, loading older pages until it is there; answers it and the words to mark.
 * @param jumpTo scrolls; false when the row is not on the page yet.
 */
export const useSearchTarget = (
  { bubbles, hasOlder, olderFailed, isLoading, isLoadingOlder, loadOlder }: ReturnType<typeof useThread>,
  jumpTo: (messageId: string) => boolean,
): { messageId: string; words: string } | null => {
  const [params] = useSearchParams()
  const messageId = params.get(MESSAGE)
  const words = params.get(WORDS) ?? ''
  const reached = useRef<string | null>(null)
  const target = messageId === null ? null : `${messageId} ${words}`
  const isHere = bubbles.some(({ message }) => message.id === messageId)
  useEffect(() => {
    if (messageId === null || reached.current === target || isLoading) return
    if (!isHere) {
      if (hasOlder && !isLoadingOlder && !olderFailed) loadOlder()
      return
    }
    // After the rows of this render were measured; a render before that frame asks for another.
    const frame = requestAnimationFrame(() => {
      if (jumpTo(messageId)) reached.current = target
    })
    return () => cancelAnimationFrame(frame)
  })
  return messageId === null ? null : { messageId, words }
}
