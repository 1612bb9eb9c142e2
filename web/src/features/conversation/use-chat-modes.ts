import type { MessageView, QuotedMessageView } from '@balcao/contracts'
import { useState, type RefObject } from 'react'

import { FIND_FIELD, type FindTarget } from './find-target'
import { useSelection } from './thread/use-selection'

type ComposerField = RefObject<HTMLTextAreaElement | null>

const useFind = (field: ComposerField) => {
  const [isFinding, setFinding] = useState(false)
  const [found, setFound] = useState<FindTarget | null>(null)
  const find = () => {
    setFinding(true)
    document.getElementById(FIND_FIELD)?.focus()
  }
  const stopFinding = () => {
    setFinding(false)
    const composer = field.current ?? document.getElementById('conversation')
    composer?.focus()
  }
  return { isFinding, found, setFound, find, stopFinding }
}

/** What an agent is in the middle of: a search, a selection of messages, an edit, a reply. `cancel` ends the first of these. */
export const useChatModes = (field: ComposerField) => {
  const { isFinding, found, setFound, find, stopFinding } = useFind(field)
  const selection = useSelection()
  const [editing, setEditing] = useState<MessageView | null>(null)
  const [quoted, setQuoted] = useState<QuotedMessageView | null>(null)

  const stopEditing = () => {
    setEditing(null)
    requestAnimationFrame(() => field.current?.focus())
  }
  const reply = (message: QuotedMessageView) => {
    setEditing(null)
    setQuoted(message)
  }
  const stopReplying = () => setQuoted(null)
  const cancel = () => {
    if (isFinding) stopFinding()
    else if (selection.ids) selection.clear()
    else if (editing) stopEditing()
    else stopReplying()
  }

  return {
    isFinding,
    found,
    setFound,
    find,
    stopFinding,
    selection,
    editing,
    edit: setEditing,
    stopEditing,
    quoted,
    reply,
    stopReplying,
    canCancel: isFinding || quoted !== null || editing !== null || selection.ids !== null,
    cancel,
  }
}
