import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { selectWaiting, sendChatMessage } from '../../data/chat-outbox.slice'
import { useAppDispatch, useAppSelector } from '../../data/hooks'
import { isSendKey } from '../../lib/send-key'
import { useIsTouch } from '../../lib/use-media'
import { useUnsaved } from '../../lib/use-unsaved'
import { SendIcon } from '../../ui/icons'
import './chat-composer.css'

/** The text field of a chat: Enter sends, Shift+Enter begins a line (on a phone Enter does). Blank text is not sent. */
export const ChatComposer = ({ chatId }: { chatId: number }) => {
  const { t } = useTranslation('chats')
  const id = useId()
  const dispatch = useAppDispatch()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const isTouch = useIsTouch()
  const isWaiting = useAppSelector(selectWaiting).length > 0
  useUnsaved(text.trim() !== '')
  useUnsaved(isWaiting, true)

  const handleSend = () => {
    const message = text.trim()
    if (message === '') return
    setText('')
    field.current?.focus()
    void dispatch(sendChatMessage({ chatId, message, clientId: crypto.randomUUID() }))
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isSendKey(event, isTouch)) return
    event.preventDefault()
    handleSend()
  }
  return (
    <div className="chat-composer">
      <label htmlFor={id} className="visually-hidden">
        {t('write')}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        value={text}
        maxLength={10_000}
        placeholder={t('write')}
        autoFocus={!isTouch}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
      />
      <button
        type="button"
        className="chat-composer__send"
        aria-label={t('send')}
        disabled={text.trim() === ''}
        // The keyboard of a phone stays up.
        onPointerDown={(event) => event.preventDefault()}
        onClick={handleSend}
      >
        <SendIcon />
      </button>
    </div>
  )
}
