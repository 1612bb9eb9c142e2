import type { GivenChoices, QuotedMessageView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { toast } from '../../../lib/toast'
import type { ChosenFileList } from '../../files'
import type { SentContact } from '../outbox/outbox.slice'
import { MIN_RECORDING_BYTES } from './recording'
import type { Attachments } from './use-attachments'
import type { Recording } from './use-recorder'
import { useSend } from './use-send'

export interface SendingOptions {
  ticketId: number
  quoted: QuotedMessageView | null
  isSigned: boolean
  /** After each send, of one message or several. */
  onSent: () => void
}

/** What the composer sends, each kind as the messages it becomes; the first of them carries the quote. */
export const useSending = ({ ticketId, quoted, isSigned, onSent }: SendingOptions) => {
  const { t } = useTranslation('tickets')
  const send = useSend(ticketId)

  const sendText = (text: string, choices?: GivenChoices) => {
    send({ body: text.trim(), file: null, choices, quoted, isSigned })
    onSent()
  }
  const sendFiles = ({ attachments, clear }: Attachments) => {
    attachments.forEach(({ file, caption }, index) =>
      send({ body: caption.trim(), file, quoted: index === 0 ? quoted : null, isSigned }),
    )
    clear()
    onSent()
  }
  const sendList = ({ message, files }: ChosenFileList) => {
    send({ body: message, file: null, quoted, isSigned })
    for (const { file, caption } of files) send({ body: caption, file, quoted: null, isSigned: false })
    onSent()
  }
  const sendContacts = (contacts: SentContact[]) => {
    send({ body: '', file: null, contacts, quoted, isSigned: false })
    onSent()
  }
  /** Nothing is sent of a recording that was given up, or is too short to be meant. */
  const sendRecording = (recording: Recording | null) => {
    if (!recording) return
    if (recording.file.size < MIN_RECORDING_BYTES) {
      toast.info(t('recorder.short'))
      return
    }
    send({ body: '', quoted, isSigned: false, ...recording })
    onSent()
  }
  return { sendText, sendFiles, sendList, sendContacts, sendRecording }
}
