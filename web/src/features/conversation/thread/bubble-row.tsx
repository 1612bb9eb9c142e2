import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import CallMissedOutlined from '@mui/icons-material/PhoneMissedOutlined'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { formatDayTime, formatTime } from '../../../lib/format-date'
import { hashToRange } from '../../../lib/initials'
import { Ack, toAckState } from './ack'
import { BubbleBody } from './bubble-body'
import { createBubbleKeys } from './bubble-keys'
import type { PersonActions } from './cards'
import { FailedLine } from './failed-line'
import { Marks } from './marks'
import { NumberPill } from './number-pill'
import { Quote, useExcerpt } from './quote'
import { Reactions } from './reactions'
import type { Bubble } from './thread-rows'

export interface BubbleActions extends PersonActions {
  openMenu: (bubble: Bubble, anchor: HTMLElement) => void
  reply: (bubble: Bubble) => void
  jumpTo: (messageId: string) => boolean
  openImage: (messageId: string) => void
  /** Shows a message that its album hides, and the others with it. */
  reveal: (messageId: string) => void
  react: (bubble: Bubble, emoji: string) => void
  retry: (bubble: Bubble) => void
  discard: (bubble: Bubble) => void
}

export interface BubbleRowProps {
  bubble: Bubble
  isRunStart: boolean
  isRunEnd: boolean
  isGroup: boolean
  contactName: string
  /** Words to mark in its text. */
  foundWords: string
  /** The find bar stands at it. */
  isCurrent: boolean
  isFlashed: boolean
  isReadOnly: boolean
  /** The ticket is open: its messages take our emojis. */
  canReact: boolean
  /** While messages are chosen: whether this one is; undefined when it cannot be. */
  selected?: boolean
  onSelect: (messageId: string) => void
  actions: BubbleActions
}

const senderHues = 8

/** A call's text when WhatsApp sends one, else its kind. */
const useCallWords = () => {
  const { t } = useTranslation('tickets')
  return ({ body, createdAt }: Bubble['message']): string => {
    const time = formatTime(new Date(createdAt))
    if (body === 'voice' || body === 'missed') return t('thread.missedVoice', { time })
    if (body === 'permission') return t('thread.callPermission', { time })
    if (body === 'video') return t('thread.missedVideo', { time })
    return body === '' ? t('thread.missedCall', { time }) : `${body}, ${time}`
  }
}

const CallPill = ({ bubble }: { bubble: Bubble }) => {
  const callWords = useCallWords()
  return (
    <div className="call-pill">
      <CallMissedOutlined /> {callWords(bubble.message)}
    </div>
  )
}

/** Time, edit and tick at the end of a bubble. */
export const Meta = ({ bubble }: { bubble: Bubble }) => {
  const { t } = useTranslation('tickets')
  const { message } = bubble
  const at = new Date(message.createdAt)
  return (
    <span className="bubble__meta">
      {message.isEdited && !message.isDeleted ? <span>{t('thread.edited')}</span> : null}
      <time dateTime={message.createdAt} title={formatDayTime(at)}>
        {formatTime(at)}
      </time>
      {message.fromMe ? <Ack state={toAckState(bubble)} /> : null}
    </span>
  )
}

/** Who wrote, in a group. */
export const Sender = ({ message: { senderName } }: Pick<Bubble, 'message'>) => (
  <b className="bubble__sender" data-hue={hashToRange(senderName, senderHues)}>
    {senderName}
  </b>
)

/** One message. Focusable, so that arrows move through the conversation and R answers. */
export const BubbleRow = memo((props: BubbleRowProps) => {
  const {
    bubble,
    isRunStart,
    isRunEnd,
    isGroup,
    contactName,
    foundWords,
    isCurrent,
    isFlashed,
    isReadOnly,
    canReact,
    selected,
    onSelect,
    actions,
  } = props
  const { t } = useTranslation('tickets')
  const excerpt = useExcerpt()
  const { message } = bubble
  if (message.mediaType === 'call_log') return <CallPill bubble={bubble} />
  if (message.mediaType === 'numberChanged') return <NumberPill message={message} name={contactName} />

  const side = message.fromMe ? 'me' : 'them'
  const bare = message.mediaType === 'sticker' && !message.isDeleted
  const sender = message.fromMe ? t('thread.you') : message.senderName || contactName
  const spoken = message.isDeleted ? t('thread.deleted') : excerpt(message)
  const { openMenu, handleKey } = createBubbleKeys(bubble, actions, isReadOnly)

  return (
    <div
      className={`bubble-line bubble-line--${side}${isRunStart ? ' bubble-line--start' : ''}`}
      data-choosing={selected !== undefined || undefined}
    >
      {selected === undefined ? null : (
        <label className="bubble-line__choose">
          <input
            type="checkbox"
            checked={selected}
            aria-label={t('selection.choose', { text: `${sender}: ${spoken}` })}
            onChange={() => onSelect(message.id)}
          />
        </label>
      )}
      <article
        className={`bubble bubble--${side}${isRunEnd ? ' bubble--end' : ''}${bare ? ' bubble--bare' : ''}${isCurrent ? ' bubble--current' : ''}${isFlashed ? ' bubble--flash' : ''}`}
        tabIndex={-1}
        data-message={message.id}
        aria-label={`${sender}: ${spoken}, ${formatTime(new Date(message.createdAt))}`}
        onKeyDown={handleKey}
        onContextMenu={isReadOnly ? undefined : openMenu}
      >
        {message.isDeleted ? null : <Marks message={message} />}
        {isGroup && !message.fromMe && isRunStart ? <Sender message={message} /> : null}
        {message.quotedMsg && !message.isDeleted ? (
          <Quote quoted={message.quotedMsg} contactName={contactName} onJump={actions.jumpTo} />
        ) : null}
        <BubbleBody
          message={message}
          foundWords={foundWords}
          onOpenImage={actions.openImage}
          personActions={isReadOnly ? undefined : actions}
        />
        <Meta bubble={bubble} />
        {bubble.outgoing?.progress != null ? (
          <progress
            className="bubble__progress"
            max={1}
            value={bubble.outgoing.progress}
            aria-label={t('composer.uploading')}
          />
        ) : null}
        {isReadOnly || message.isDeleted ? null : (
          <button
            type="button"
            className="bubble__menu"
            tabIndex={-1}
            aria-label={t('menu.message')}
            aria-haspopup="menu"
            onClick={openMenu}
          >
            <ExpandMoreOutlined fontSize="small" />
          </button>
        )}
      </article>
      <Reactions
        message={message}
        contactName={contactName}
        onReact={canReact ? (emoji) => actions.react(bubble, emoji) : undefined}
      />
      {toAckState(bubble) === 'failed' && message.fromMe ? (
        <FailedLine bubble={bubble} actions={actions} />
      ) : null}
    </div>
  )
})
BubbleRow.displayName = 'BubbleRow'
