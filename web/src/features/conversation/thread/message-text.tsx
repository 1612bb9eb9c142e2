import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { RichText } from '../../../ui/rich-text'
import { isEmojiOnly, splitLongText } from './long-text'

export interface MessageTextProps {
  text: string
  /** Words to mark. */
  found: string
}

/** The text of a bubble: its beginning when it is long, large when it is a few emojis. */
export const MessageText = ({ text, found }: MessageTextProps) => {
  const { t } = useTranslation('tickets')
  const [isWhole, setWhole] = useState(found !== '')
  const { shown, isCut } = splitLongText(text, isWhole || found !== '')
  return (
    <span className={isEmojiOnly(text) ? 'bubble__text bubble__text--emoji' : 'bubble__text'}>
      <RichText text={shown} found={found} />
      {isCut ? (
        <>
          …{' '}
          <button type="button" className="bubble__more" onClick={() => setWhole(true)}>
            {t('thread.readMore')}
          </button>
        </>
      ) : null}
    </span>
  )
}
