import { useEffect, useRef, useState, type RefObject } from 'react'

import { useDraft } from '../outbox/use-draft'
import { useAutosize } from './use-autosize'
import { useTyping } from './use-typing'

/** What is being written: kept as the ticket's draft, and told to the customer as typing. Mount once per ticket (`key`). */
export const useMessageText = (ticketId: number, field: RefObject<HTMLTextAreaElement | null>) => {
  const { text, write, clear } = useDraft(ticketId)
  const typing = useTyping(ticketId)
  const [caret, setCaret] = useState(0)
  const nextCaret = useRef<number | null>(null)
  useAutosize(field, text)
  useEffect(() => {
    if (nextCaret.current === null) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [text, field])

  /** `at` is where the caret stands after it. */
  const change = (next: string, at: number) => {
    setCaret(at)
    write(next)
    if (next.trim() === '') typing.stop()
    else typing.note()
  }
  /** A change that was not typed: the field's caret is moved. */
  const replace = (next: string, at: number) => {
    nextCaret.current = at
    change(next, at)
  }
  /** In place of what is selected. */
  const insert = (part: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    replace(text.slice(0, selectionStart) + part + text.slice(selectionEnd), selectionStart + part.length)
  }
  /** The message went out. */
  const finish = () => {
    typing.forget()
    clear()
  }

  return { text, isEmpty: text.trim() === '', caret, setCaret, change, replace, insert, finish }
}

export type MessageText = ReturnType<typeof useMessageText>
