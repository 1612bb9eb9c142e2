import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import { useListAllQuickMessagesQuery } from '../../data/quick-messages.api'
import '../../data/quick-messages.live'
import { fetchAttachedFile } from '../../lib/fetch-attached-file'
import { mayHaveVariables, toPlaceholder } from '../../lib/message-variables'
import { findSuggestions, type Suggestion } from './suggestions'
import { useFillVariables } from './use-fill-variables'

export interface QuickAnswersField {
  text: string
  /** Position of the caret in the text. */
  caret: number
  /** Whose name the variables of a quick message have. */
  contactName: string
  /** Replaces the text; the caret stands at `caret` after that. */
  onWrite: (text: string, caret: number) => void
  /** A file, with the text as its caption. */
  onFile: (file: File, caption: string) => void
}

const none: Suggestion[] = []

/** What the composer offers for its text, and the keys that choose from it. */
export const useQuickAnswers = ({ text, caret, contactName, onWrite, onFile }: QuickAnswersField) => {
  const listId = useId()
  const { data: offered } = useListAllQuickMessagesQuery(undefined)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [at, setAt] = useState({ text: '', index: 0 })
  const suggestions = useMemo(
    () => (dismissed === text ? none : findSuggestions(text, caret, offered ?? [])),
    [dismissed, text, caret, offered],
  )
  const hasVariable = suggestions.some(
    (suggestion) => suggestion.kind === 'quick-message' && mayHaveVariables(suggestion.quickMessage.message),
  )
  const fill = useFillVariables(contactName, hasVariable)
  /** Chosen before what fills it was loaded. */
  const unfilled = useRef<string>(null)
  // It is filled as soon as that is there, unless the agent has gone on.
  useEffect(() => {
    if (text !== unfilled.current) {
      unfilled.current = null
      return
    }
    const filled = fill(text)
    if (filled !== text) onWrite(filled, filled.length)
  })
  // Another text begins at the first suggestion.
  const active = at.text === text ? Math.min(at.index, suggestions.length - 1) : 0

  const choose = (suggestion: Suggestion) => {
    const after = text.slice(caret)
    if (suggestion.kind === 'variable') {
      const before = text.slice(0, suggestion.start) + toPlaceholder(suggestion.variable)
      return onWrite(before + after.replace(/^\}{1,2}/, ''), before.length)
    }
    const { media } = suggestion.quickMessage
    // The agent reads what leaves.
    const message = fill(suggestion.quickMessage.message)
    if (!media) {
      unfilled.current = mayHaveVariables(message) ? message : null
      return onWrite(message, message.length)
    }
    void fetchAttachedFile(media).then((file) => {
      if (!file) return
      onWrite('', 0)
      onFile(file, message)
    })
  }

  const move = (step: number) =>
    setAt({ text, index: (active + step + suggestions.length) % suggestions.length })

  /** Whether the key was meant for the list. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const chosen = suggestions[active]
    if (!chosen || event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.altKey)
      return false
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') setDismissed(text)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const fieldProps = {
    'aria-autocomplete': 'list',
    'aria-controls': suggestions.length > 0 ? listId : undefined,
    'aria-activedescendant': suggestions.length > 0 ? toOptionId(listId, active) : undefined,
  } as const
  return { suggestions, active, listId, choose, handleKey, fieldProps }
}

export type QuickAnswersList = ReturnType<typeof useQuickAnswers>

export const toOptionId = (listId: string, index: number): string => `${listId}-${index}`
