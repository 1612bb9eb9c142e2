import CloseOutlined from '@mui/icons-material/CloseOutlined'
import KeyboardArrowDownOutlined from '@mui/icons-material/KeyboardArrowDownOutlined'
import KeyboardArrowUpOutlined from '@mui/icons-material/KeyboardArrowUpOutlined'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useSearchMessagesQuery } from '../../data/messages.api'
import { translateError } from '../../lib/error-toast'
import { useDebounced } from '../../lib/use-debounced'
import { IconAction } from '../../ui/icon-action'
import { FIND_FIELD, type FindTarget } from './find-target'
import './find-bar.css'

export interface FindBarProps {
  ticketId: number
  onTarget: (target: FindTarget | null) => void
  onClose: () => void
}

const noIds: readonly string[] = []

/* Where the reader stands among the messages that the words find; a new search begins at the newest. */
const useFound = (ticketId: number, text: string) => {
  const words = useDebounced(text)
  const { currentData, isFetching, error } = useSearchMessagesQuery(
    { ticketId, words },
    { skip: words === '' },
  )
  const [position, setPosition] = useState({ words: '', at: 0, visit: 0 })
  const ids = (words === '' ? undefined : currentData?.messageIds) ?? noIds
  const at = position.words === words ? position.at : 0
  const step = (by: 1 | -1) => {
    if (text !== words || ids.length === 0) return
    setPosition(({ visit }) => ({ words, at: (at + by + ids.length) % ids.length, visit: visit + 1 }))
  }
  return {
    words,
    ids,
    at,
    visit: position.visit,
    hasMore: currentData?.hasMore === true,
    isSearching: text !== words || isFetching,
    error: words === '' ? undefined : error,
    step,
  }
}

/** Finds words in the whole conversation: Enter and the arrow up go to older messages, Shift+Enter and the arrow down to newer ones. */
export const FindBar = ({ ticketId, onTarget, onClose }: FindBarProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { words, ids, at, visit, hasMore, isSearching, error, step } = useFound(ticketId, text.trim())
  const currentId = ids[at] ?? null

  // After the menu that opened it gave the focus back to its button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    onTarget({ words, messageIds: new Set(ids), currentId, visit })
  }, [onTarget, words, ids, currentId, visit])
  useEffect(() => () => onTarget(null), [onTarget])

  const handleKey = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    if (key === 'Escape') {
      // The ticket's own Escape closes the ticket.
      event.stopPropagation()
      onClose()
    } else if (key === 'Enter' || key === 'ArrowUp' || key === 'ArrowDown') {
      // On a button Enter presses it.
      if (event.target !== field.current) return
      event.preventDefault()
      step(key === 'ArrowDown' || (key === 'Enter' && shiftKey) ? -1 : 1)
    }
  }
  const describe = () => {
    if (error) return translateError(error)
    if (words === '' || isSearching) return ''
    if (ids.length === 0) return t('find.none')
    return t('find.position', { at: at + 1, count: hasMore ? `${ids.length}+` : ids.length })
  }
  return (
    <div className="find-bar" role="search" aria-label={t('find.title')} onKeyDown={handleKey}>
      <input
        ref={field}
        id={FIND_FIELD}
        type="search"
        value={text}
        maxLength={200}
        autoComplete="off"
        placeholder={t('find.title')}
        aria-label={t('find.title')}
        onChange={({ target }) => setText(target.value)}
      />
      <span className="find-bar__position" role="status">
        {describe()}
      </span>
      <IconAction label={t('find.older')} size="small" disabled={ids.length === 0} onClick={() => step(1)}>
        <KeyboardArrowUpOutlined />
      </IconAction>
      <IconAction label={t('find.newer')} size="small" disabled={ids.length === 0} onClick={() => step(-1)}>
        <KeyboardArrowDownOutlined />
      </IconAction>
      <IconAction label={common('actions.close')} size="small" onClick={onClose}>
        <CloseOutlined fontSize="small" />
      </IconAction>
    </div>
  )
}
