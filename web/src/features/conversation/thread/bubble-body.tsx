import BlockOutlined from '@mui/icons-material/BlockOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import CircularProgress from '@mui/material/CircularProgress'
import { isTextKind, type MediaWait, type MessageKind, type MessageView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { MessageText } from './message-text'
import { AdCard } from './ad-card'
import { AudioPlayer } from './audio-player'
import { selectCaption } from './caption'
import { DocumentCard, LocationCard, VcardCards, type PersonActions } from './cards'
import { toShownKind } from './file-kind'
import { fitBox, ImageBox, MediaUnavailable, Sticker } from './image-box'
import { OfferedChoices } from './offered-choices'
import { Transcript } from './transcript'

export interface BubbleBodyProps {
  message: MessageView
  /** Words to mark. */
  foundWords: string
  onOpenImage: (messageId: string) => void
  personActions?: PersonActions
}

const Video = ({ message }: { message: MessageView }) => {
  const box = fitBox(message.media?.width ?? 480, message.media?.height ?? 270)
  if (!message.mediaUrl) return <MediaUnavailable message={message} box={box} />
  return (
    <video
      className="video"
      src={message.mediaUrl}
      controls
      preload="metadata"
      playsInline
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
      aria-label={message.media?.name}
    />
  )
}

const PendingMedia = ({ wait }: { wait: MediaWait | null }) => {
  const { t } = useTranslation('tickets')
  return (
    <div className="media-gone media-wait" role="status">
      {wait ? <ScheduleOutlined aria-hidden="true" /> : <CircularProgress size={20} aria-hidden="true" />}
      <span>{t(wait ? `media.waits.${wait}` : 'media.pending')}</span>
    </div>
  )
}

const Media = ({ message, onOpenImage, personActions }: BubbleBodyProps) => {
  const { t } = useTranslation('tickets')
  if (message.mediaState === 'pending') return <PendingMedia wait={message.mediaWait} />
  if (message.mediaState === 'gone' || message.mediaState === 'erased')
    return <div className="media-gone">{t(`media.${message.mediaState}`)}</div>
  switch (message.mediaType) {
    case 'image':
      return <ImageBox message={message} onOpen={onOpenImage} />
    case 'video':
      return <Video message={message} />
    case 'audio':
      return message.mediaUrl ? (
        <AudioPlayer
          url={message.mediaUrl}
          name={message.media?.name ?? ''}
          seed={message.clientId ?? message.id}
          durationSeconds={message.media?.durationSeconds ?? null}
          waveform={message.media?.waveform ?? null}
        />
      ) : (
        <MediaUnavailable message={message} />
      )
    case 'application':
      return <DocumentCard message={message} />
    case 'sticker':
      return message.mediaUrl ? <Sticker message={message} /> : <MediaUnavailable message={message} />
    case 'locationMessage':
      return <LocationCard message={message} />
    case 'vcard':
      return <VcardCards message={message} actions={personActions} />
    default:
      return null
  }
}

/** Kinds that have no content here: a sentence says why. */
const notes = {
  unsupported: 'thread.unsupported',
  placeholder: 'thread.placeholder',
  phoneOnly: 'thread.phoneOnly',
} as const

const hasNote = (kind: MessageKind): kind is keyof typeof notes => Object.hasOwn(notes, kind)

const withCaption = ['image', 'video', 'application', 'audio'] as const

/** The content of a bubble, for every kind of message. Never throws, whatever the payload. */
export const BubbleBody = (props: BubbleBodyProps) => {
  const { message } = props
  const { t } = useTranslation('tickets')
  if (message.isDeleted)
    return (
      <p className="bubble__note">
        <BlockOutlined fontSize="inherit" /> {t(message.fromMe ? 'thread.deletedByMe' : 'thread.deleted')}
        {message.fromMe && message.body ? <s className="bubble__struck">{message.body}</s> : null}
      </p>
    )
  if (message.ad)
    return (
      <>
        <AdCard ad={message.ad} />
        <Content {...props} />
      </>
    )
  return <Content {...props} />
}

const Content = ({ message: given, ...props }: BubbleBodyProps) => {
  const { foundWords } = props
  const message = { ...given, mediaType: toShownKind(given) }
  const { t } = useTranslation('tickets')
  if (message.choices) return <OfferedChoices choices={message.choices} found={foundWords} />
  if (isTextKind(message.mediaType)) return <MessageText text={message.body} found={foundWords} />
  if (hasNote(message.mediaType)) return <p className="bubble__note">{t(notes[message.mediaType])}</p>
  const caption = withCaption.some((kind) => kind === message.mediaType) ? selectCaption(message) : ''
  return (
    <>
      <Media {...props} message={message} />
      {caption ? <MessageText text={caption} found={foundWords} /> : null}
      {message.transcript ? <Transcript text={message.transcript} found={foundWords} /> : null}
    </>
  )
}
