import { useTranslation } from 'react-i18next'

import { MessageText, type MessageTextProps } from './message-text'

/** What is said in a sound, below its player: its beginning when it is long. */
export const Transcript = ({ text, found }: MessageTextProps) => {
  const { t } = useTranslation('tickets')
  return (
    <div className="transcript" role="group" aria-label={t('media.transcript')}>
      <span className="transcript__label" aria-hidden="true">
        {t('media.transcript')}
      </span>
      <MessageText text={text} found={found} />
    </div>
  )
}
