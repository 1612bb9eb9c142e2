import SendRounded from '@mui/icons-material/SendRounded'
import Switch from '@mui/material/Switch'
import { canSend, type QuotedMessageView, type TicketView } from '@balcao/contracts'
import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { useIsNarrow } from '../../../lib/use-media'
import { useUnsaved } from '../../../lib/use-unsaved'
import { QuickAnswers, useQuickAnswers } from '../../quick-messages'
import { useCapabilities } from '../use-capabilities'
import { AttachActions } from './attach-actions'
import { AttachmentTray } from './attachment-tray'
import { EmojiButton } from './emoji-button'
import { MessageField } from './message-field'
import { MicButton } from './mic-button'
import { RecorderBar } from './recorder-bar'
import { findRecordableContainer } from './recording'
import { ReplyStrip } from './reply-strip'
import type { Attachments } from './use-attachments'
import { useMessageText } from './use-message-text'
import { useRecorder } from './use-recorder'
import { useSending } from './use-sending'
import { useSignOption } from './use-sign-option'
import './composer.css'

export interface ComposerProps {
  ticket: TicketView
  quoted: QuotedMessageView | null
  attachments: Attachments
  field: RefObject<HTMLTextAreaElement | null>
  onFiles: (files: File[]) => void
  onPick: () => void
  onTemplate: () => void
  onSent: () => void
  onCancelReply: () => void
}

const SendButton = ({ isDisabled, onSend }: { isDisabled: boolean; onSend: () => void }) => {
  const { t } = useTranslation('tickets')
  return (
    <button
      type="button"
      className="composer__send"
      aria-label={t('composer.send')}
      disabled={isDisabled}
      // The keyboard of a phone stays up.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onSend}
    >
      <SendRounded fontSize="small" />
    </button>
  )
}

const ComposerHint = ({ isSigned, onSign }: { isSigned: boolean; onSign: (isSigned: boolean) => void }) => {
  const { t } = useTranslation('tickets')
  return (
    <div className="composer__hint">
      <span>
        <b>Enter</b> {t('composer.hintSend')}
      </span>
      <span>
        <b>Shift+Enter</b> {t('composer.hintLine')}
      </span>
      <label className="composer__sign">
        {t('composer.sign')}
        <Switch checked={isSigned} onChange={(_event, on) => onSign(on)} />
      </label>
    </div>
  )
}

/** The text field of a ticket; what is sent goes to the outbox. Mount once per ticket (`key`). */
export const Composer = (props: ComposerProps) => {
  const { ticket, quoted, attachments, field, onFiles, onPick, onTemplate, onSent, onCancelReply } = props
  const message = useMessageText(ticket.id, field)
  const [isSigned, setSigned] = useSignOption()
  const recorder = useRecorder()
  const [hasRecorder] = useState(() => findRecordableContainer() !== undefined)
  const isNarrow = useIsNarrow()
  const can = useCapabilities(ticket.whatsappId)
  const focusField = () => field.current?.focus()
  const sending = useSending({ ticketId: ticket.id, quoted, isSigned, onSent })
  const answers = useQuickAnswers({
    text: message.text,
    caret: message.caret,
    contactName: ticket.contact.name,
    onWrite: (next, at) => {
      message.replace(next, at)
      focusField()
    },
    onFile: (file, caption) => attachments.add([file], caption),
  })
  // The text is stored as a draft; a recording and picked files are not.
  useUnsaved(recorder.state !== 'idle' || attachments.attachments.length > 0)
  useEffect(() => {
    if (quoted) field.current?.focus()
  }, [quoted, field])

  const handleSend = () => {
    if (message.isEmpty) return
    sending.sendText(message.text)
    message.finish()
    focusField()
  }
  const handleSendRecording = () => void recorder.finish().then(sending.sendRecording)
  const replyStrip = quoted ? <ReplyStrip quoted={quoted} onCancel={onCancelReply} /> : null

  if (recorder.state !== 'idle')
    return (
      <div className="composer">
        {replyStrip}
        <RecorderBar recorder={recorder} onSend={handleSendRecording} />
      </div>
    )

  if (attachments.attachments.length > 0)
    return (
      <div className="composer">
        {replyStrip}
        <AttachmentTray
          attachments={attachments}
          onPick={onPick}
          onSend={() => sending.sendFiles(attachments)}
        />
      </div>
    )

  return (
    <div className="composer">
      {replyStrip}
      <QuickAnswers list={answers} />
      <div className="composer__box">
        <EmojiButton onPick={message.insert} onClosed={focusField} />
        <AttachActions
          can={can}
          onPick={onPick}
          onTemplate={onTemplate}
          onSendList={(chosen) => {
            sending.sendList(chosen)
            focusField()
          }}
          onSendContacts={(contacts) => {
            sending.sendContacts(contacts)
            focusField()
          }}
          text={message.text}
          isSigned={isSigned}
          onSendChoices={(text, choices) => {
            sending.sendText(text, choices)
            message.finish()
            focusField()
          }}
        />
        <MessageField
          message={message}
          answers={answers}
          field={field}
          onSend={handleSend}
          onFiles={onFiles}
        />
        {message.isEmpty && hasRecorder && canSend(can, 'audio') ? (
          <MicButton onStart={() => void recorder.start()} onRelease={handleSendRecording} />
        ) : (
          <SendButton isDisabled={message.isEmpty} onSend={handleSend} />
        )}
      </div>
      {isNarrow ? null : <ComposerHint isSigned={isSigned} onSign={setSigned} />}
    </div>
  )
}
