import CheckRounded from '@mui/icons-material/CheckRounded'
import CloseOutlined from '@mui/icons-material/CloseOutlined'
import type { MessageView } from '@balcao/contracts'
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { useEditMessageMutation } from '../../../data/messages.api'
import { showError } from '../../../lib/error-toast'
import { isSendKey } from '../../../lib/send-key'
import { useIsTouch } from '../../../lib/use-media'
import { useUnsaved } from '../../../lib/use-unsaved'
import { IconAction } from '../../../ui/icon-action'
import { splitSignature } from './signature'
import { useAutosize } from './use-autosize'
import './composer.css'

export interface EditComposerProps {
  message: MessageView
  field: RefObject<HTMLTextAreaElement | null>
  onDone: () => void
}

/** Edits a sent text in place of the composer; the draft is kept, the signature stays as sent. */
export const EditComposer = ({ message, field, onDone }: EditComposerProps) => {
  const { t } = useTranslation('tickets')
  const [edit, { isLoading }] = useEditMessageMutation()
  const { signature, text: before } = splitSignature(message.body)
  const [text, setText] = useState(before)
  const isTouch = useIsTouch()
  useAutosize(field, text)
  useUnsaved(text.trim() !== before.trim(), isLoading)
  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [field])

  const canSave = text.trim() !== '' && !isLoading
  const handleSave = async () => {
    if (!canSave) return
    if (text.trim() === before.trim()) return onDone()
    try {
      await edit({ id: message.id, body: signature + text.trim() }).unwrap()
      onDone()
    } catch (error) {
      showError(error)
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isSendKey(event, isTouch)) return
    event.preventDefault()
    void handleSave()
  }

  return (
    <div className="composer composer--edit">
      <div className="edit-strip">
        <div className="quote">
          <b>{t('composer.editing')}</b>
          <span className="quote__text">{before}</span>
        </div>
        <IconAction size="small" label={t('composer.cancelEdit')} keys="Esc" onClick={onDone}>
          <CloseOutlined fontSize="small" />
        </IconAction>
      </div>
      <div className="composer__box">
        <textarea
          ref={field}
          id="message"
          rows={1}
          value={text}
          aria-label={t('composer.editing')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
        />
        <button
          type="button"
          className="composer__send"
          aria-label={t('composer.saveEdit')}
          disabled={!canSave}
          onClick={() => void handleSave()}
        >
          <CheckRounded fontSize="small" />
        </button>
      </div>
    </div>
  )
}
