import type { QuotedMessageView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatPlainText } from '../../../lib/parse-marks'

/** A message in one line: its text, or the name of its kind. */
export const useExcerpt = () => {
  const { t } = useTranslation()
  return ({ body, mediaType }: Pick<QuotedMessageView, 'body' | 'mediaType'>): string =>
    mediaType === 'chat' ||
    (body !== '' && !['locationMessage', 'vcard', 'call_log', 'numberChanged'].includes(mediaType))
      ? formatPlainText(body)
      : t(`preview.${mediaType}`)
}

export interface QuoteProps {
  quoted: QuotedMessageView
  /** Whose words they are when the message does not say. */
  contactName?: string
  /** Scrolls to the message; without it the quote is only shown. */
  onJump?: (messageId: string) => void
}

export const Quote = ({ quoted, contactName, onJump }: QuoteProps) => {
  const { t } = useTranslation('tickets')
  const excerpt = useExcerpt()
  const content = (
    <>
      <b>{quoted.fromMe ? t('thread.you') : quoted.senderName || contactName}</b>
      <span className="quote__text">{excerpt(quoted)}</span>
    </>
  )
  if (!onJump) return <div className="quote">{content}</div>
  return (
    <button type="button" className="quote" onClick={() => onJump(quoted.id)}>
      {content}
      <span className="visually-hidden">{t('thread.jumpToQuoted')}</span>
    </button>
  )
}
