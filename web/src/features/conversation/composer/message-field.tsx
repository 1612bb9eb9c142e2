import type { KeyboardEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'

import { isSendKey } from '../../../lib/send-key'
import { useIsTouch } from '../../../lib/use-media'
import type { useQuickAnswers } from '../../quick-messages'
import { keepsListFocus } from '../list-focus'
import { focusLastMessage } from '../thread/focus-message'
import type { MessageText } from './use-message-text'

export interface MessageFieldProps {
  message: MessageText
  answers: ReturnType<typeof useQuickAnswers>
  field: RefObject<HTMLTextAreaElement | null>
  onSend: () => void
  /** Pasted ones; never none. */
  onFiles: (files: File[]) => void
}

/** Enter sends, Shift+Enter breaks the line (on a phone Enter does), an arrow up in an empty field goes to the last message. */
export const MessageField = ({ message, answers, field, onSend, onFiles }: MessageFieldProps) => {
  const { t } = useTranslation('tickets')
  const isTouch = useIsTouch()
  const state: unknown = useLocation().state
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || answers.handleKey(event)) return
    if (event.key === 'ArrowUp' && message.text === '' && !event.altKey && focusLastMessage())
      event.preventDefault()
    if (isSendKey(event, isTouch)) {
      event.preventDefault()
      onSend()
    }
  }
  return (
    <textarea
      ref={field}
      id="message"
      rows={1}
      value={message.text}
      placeholder={t('composer.placeholder')}
      aria-label={t('composer.placeholder')}
      autoFocus={!isTouch && !keepsListFocus(state)}
      {...answers.fieldProps}
      onSelect={(event) => message.setCaret(event.currentTarget.selectionStart)}
      onChange={({ target }) => message.change(target.value, target.selectionStart)}
      onKeyDown={handleKey}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
    />
  )
}
