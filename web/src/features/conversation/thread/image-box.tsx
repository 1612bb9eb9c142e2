import type { MessageView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { findMediaSize } from './media-sizes'

const MAX_WIDTH = 300
const MAX_HEIGHT = 360
const MIN_SIDE = 96

/** The box a picture gets before it is here: its own shape when known, else 4:3. */
export const fitBox = (width: number | null | undefined, height: number | null | undefined) => {
  if (!width || !height) return { width: 240, height: 180 }
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  return {
    width: Math.max(MIN_SIDE, Math.round(width * scale)),
    height: Math.max(MIN_SIDE, Math.round(height * scale)),
  }
}

export interface ImageBoxProps {
  message: MessageView
  onOpen: (messageId: string) => void
}

/** A picture in a reserved box; a click opens it large. */
export const ImageBox = ({ message, onOpen }: ImageBoxProps) => {
  const { t } = useTranslation('tickets')
  const [failed, setFailed] = useState(false)
  const shape = findMediaSize(message.clientId)
  const box = fitBox(message.media?.width ?? shape?.width, message.media?.height ?? shape?.height)
  if (!message.mediaUrl || failed) return <MediaUnavailable message={message} box={box} />
  return (
    <button
      type="button"
      className="image-box"
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
      onClick={() => onOpen(message.id)}
      aria-label={t('media.openImage', { name: message.media?.name ?? '' })}
    >
      <img
        src={message.mediaUrl}
        alt=""
        width={box.width}
        height={box.height}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
      />
    </button>
  )
}

/** Stickers keep their own transparency and have no lightbox. */
export const Sticker = ({ message }: { message: MessageView }) => {
  const { t } = useTranslation()
  return (
    <img
      className="sticker"
      src={message.mediaUrl ?? ''}
      alt={t('preview.sticker')}
      width={160}
      height={160}
      loading="lazy"
      decoding="async"
    />
  )
}

export const MediaUnavailable = ({
  message,
  box,
}: {
  message: MessageView
  box?: { width: number; height: number }
}) => {
  const { t } = useTranslation('tickets')
  return (
    <div className="media-gone" style={box} role="img" aria-label={t('media.failed')}>
      <span>{t('media.failed')}</span>
      {message.mediaUrl ? (
        <a href={message.mediaUrl} download={message.media?.name} target="_blank" rel="noopener noreferrer">
          {t('media.download')}
        </a>
      ) : null}
    </div>
  )
}
