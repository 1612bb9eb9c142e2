import { useCallback, useEffect, useRef, useState } from 'react'

import { useAppDispatch, useAppSelector } from '../../../data/hooks'
import { draftChanged, selectDraft } from './outbox.slice'
import { useOutboxStorage } from './outbox-context'

const SAVE_AFTER_MS = 250

/** The text being written in one ticket; kept on this machine until it is sent. Mount once per ticket (`key`). */
export const useDraft = (ticketId: number) => {
  const dispatch = useAppDispatch()
  const storage = useOutboxStorage()
  const stored = useAppSelector((state) => selectDraft(state, ticketId))
  const [text, setText] = useState(stored)
  const touched = useRef(false)
  const latest = useRef(text)

  // Drafts arrive from the database a moment after the page.
  if (!touched.current && stored !== text) setText(stored)

  const keep = useCallback(() => {
    if (!touched.current) return
    dispatch(draftChanged({ ticketId, text: latest.current }))
    void storage.saveDraft(ticketId, latest.current)
  }, [dispatch, storage, ticketId])

  useEffect(() => {
    latest.current = text
    const timer = setTimeout(keep, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, keep])

  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])

  const write = useCallback((next: string) => {
    touched.current = true
    latest.current = next
    setText(next)
  }, [])

  const clear = useCallback(() => {
    write('')
    keep()
  }, [write, keep])

  return { text, write, clear }
}
