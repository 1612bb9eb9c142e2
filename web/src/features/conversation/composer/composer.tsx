import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import Switch from '@mui/material/Switch'
import type { QuotedMessageView, TicketView } from '@balcao/contracts'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { toast } from '../../../lib/toast'
import { useIsNarrow, useIsTouch } from '../../../lib/use-media'
import { useUnsaved } from '../../../lib/use-unsaved'
import { IconAction } from '../../../ui/icon-action'
import { FileListButton, type ChosenFileList } from '../../files'
import { QuickAnswers, useQuickAnswers } from '../../quick-messages'
import type { SentContact } from '../outbox/outbox.slice'
import { useDraft } from '../outbox/use-draft'
import { focusLastMessage } from '../thread/focus-message'
import { AttachmentTray } from './attachment-tray'
import { ContactsButton } from './contacts-button'
import { EmojiButton } from './emoji-button'
import { MicButton } from './mic-button'
import { RecorderBar } from './recorder-bar'
import { findRecordableContainer, MIN_RECORDING_BYTES } from './recording'
import { ReplyStrip } from './reply-strip'
import type { Attachments } from './use-attachments'
import { useAutosize } from './use-autosize'
import { useRecorder } from './use-recorder'
import { useSend } from './use-send'
import { useSignOption } from './use-sign-option'
import { useTyping } from './use-typing'
import './composer.css'

export interface ComposerProps {
  ticket: TicketView
  quoted: QuotedMessageView | null
  attachments: Attachments
  field: RefObject<HTMLTextAreaElement | null>
  onFiles: (files: File[]) => void
  onPick: () => void
  onSent: () => void
  onCancelReply: () => void
}

const toFileList = (list: FileList | undefined): File[] => (list ? [...list] : [])

/** The text field of a ticket; sent text goes to the outbox. Mount once per ticket (`key`). */
export const Composer = (props: ComposerProps) => {
  const { ticket, quoted, attachments, field, onFiles, onPick, onSent, onCancelReply } = props
  const { t } = useTranslation('tickets')
  const { text, write, clear } = useDraft(ticket.id)
  const [isSigned, setSigned] = useSignOption()
  const send = useSend(ticket.id)
  const typing = useTyping(ticket.id)
  const recorder = useRecorder()
  const [canRecord] = useState(() => findRecordableContainer() !== undefined)
  const isNarrow = useIsNarrow()
  const isTouch = useIsTouch()
  const caret = useRef<number | null>(null)
  const [caretAt, setCaretAt] = useState(0)
  useAutosize(field, text)
  // The text is stored as a draft; a recording and picked files are not.
  useUnsaved(recorder.state !== 'idle' || attachments.attachments.length > 0)

  useEffect(() => {
    if (quoted) field.current?.focus()
  }, [quoted, field])
  useEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text, field])

  const handleSend = () => {
    if (text.trim() === '') return
    send({ body: text.trim(), file: null, quoted, isSigned })
    typing.forget()
    clear()
    onSent()
    field.current?.focus()
  }
  const handleSendFiles = () => {
    attachments.attachments.forEach(({ file, caption }, index) =>
      send({ body: caption.trim(), file, quoted: index === 0 ? quoted : null, isSigned }),
    )
    attachments.clear()
    onSent()
  }
  const handleSendList = ({ message, files }: ChosenFileList) => {
    send({ body: message, file: null, quoted, isSigned })
    for (const { file, caption } of files) send({ body: caption, file, quoted: null, isSigned: false })
    onSent()
    field.current?.focus()
  }
  const handleSendContacts = (contacts: SentContact[]) => {
    send({ body: '', file: null, contacts, quoted, isSigned: false })
    onSent()
    field.current?.focus()
  }
  const handleSendRecording = async () => {
    const recording = await recorder.finish()
    if (!recording) return
    if (recording.file.size < MIN_RECORDING_BYTES) return toast.info(t('recorder.short'))
    send({ body: '', quoted, isSigned: false, ...recording })
    onSent()
  }
  const handleWrite = (next: string) => {
    write(next)
    if (next.trim() === '') typing.stop()
    else typing.note()
  }
  const answers = useQuickAnswers({
    text,
    caret: caretAt,
    onWrite: (next, at) => {
      caret.current = at
      setCaretAt(at)
      handleWrite(next)
      field.current?.focus()
    },
    onFile: (file, caption) => attachments.add([file], caption),
  })
  const insert = (emoji: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    caret.current = selectionStart + emoji.length
    handleWrite(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd))
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || answers.handleKey(event)) return
    if (event.key === 'ArrowUp' && text === '' && !event.altKey && focusLastMessage()) event.preventDefault()
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey) {
      event.preventDefault()
      handleSend()
    }
  }

  if (recorder.state !== 'idle')
    return (
      <div className="composer">
        {quoted ? <ReplyStrip quoted={quoted} onCancel={onCancelReply} /> : null}
        <RecorderBar recorder={recorder} onSend={() => void handleSendRecording()} />
      </div>
    )

  if (attachments.attachments.length > 0)
    return (
      <div className="composer">
        {quoted ? <ReplyStrip quoted={quoted} onCancel={onCancelReply} /> : null}
        <AttachmentTray attachments={attachments} onPick={onPick} onSend={handleSendFiles} />
      </div>
    )

  const signSwitch = (
    <label className="composer__sign">
      {t('composer.sign')}
      <Switch checked={isSigned} onChange={(_event, on) => setSigned(on)} />
    </label>
  )
  return (
    <div className="composer">
      {quoted ? <ReplyStrip quoted={quoted} onCancel={onCancelReply} /> : null}
      <QuickAnswers list={answers} />
      <div className="composer__box">
        <EmojiButton onPick={insert} onClosed={() => field.current?.focus()} />
        <IconAction label={t('composer.attach')} keys="Alt U" onClick={onPick}>
          <AttachFileOutlined sx={{ transform: 'rotate(45deg)' }} />
        </IconAction>
        <FileListButton onSend={handleSendList} />
        <ContactsButton onSend={handleSendContacts} />
        <textarea
          ref={field}
          id="message"
          rows={1}
          value={text}
          placeholder={t('composer.placeholder')}
          aria-label={t('composer.placeholder')}
          autoFocus={!isTouch}
          {...answers.fieldProps}
          onSelect={(event) => setCaretAt(event.currentTarget.selectionStart)}
          onChange={(event) => {
            setCaretAt(event.target.selectionStart)
            handleWrite(event.target.value)
          }}
          onKeyDown={handleKey}
          onPaste={(event) => {
            const files = toFileList(event.clipboardData.files)
            if (files.length === 0) return
            event.preventDefault()
            onFiles(files)
          }}
        />
        {text.trim() === '' && canRecord ? (
          <MicButton onStart={() => void recorder.start()} onRelease={() => void handleSendRecording()} />
        ) : (
          <button
            type="button"
            className="composer__send"
            aria-label={t('composer.send')}
            disabled={text.trim() === ''}
            // The keyboard of a phone stays up.
            onPointerDown={(event) => event.preventDefault()}
            onClick={handleSend}
          >
            <SendRounded fontSize="small" />
          </button>
        )}
      </div>
      {isNarrow ? null : (
        <div className="composer__hint">
          <span>
            <b>Enter</b> {t('composer.hintSend')}
          </span>
          <span>
            <b>Shift+Enter</b> {t('composer.hintLine')}
          </span>
          {signSwitch}
        </div>
      )}
    </div>
  )
}
