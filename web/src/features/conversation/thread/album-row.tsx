import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import { canForwardView } from '@balcao/contracts'
import { memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { formatTime } from '../../../lib/format-date'
import { createBubbleKeys } from './bubble-keys'
import { Meta, Sender, type BubbleActions } from './bubble-row'
import { MediaUnavailable } from './image-box'
import { Marks } from './marks'
import { useExcerpt } from './quote'
import { Reactions } from './reactions'
import type { Bubble } from './thread-rows'
import './album.css'

const TILES = 4

export interface AlbumRowProps {
  bubbles: Bubble[]
  isRunStart: boolean
  isRunEnd: boolean
  isGroup: boolean
  contactName: string
  flashedId: string | null
  isReadOnly: boolean
  canReact: boolean
  /** While messages are chosen: the chosen ones. */
  selectedIds: ReadonlySet<string> | null
  /** Messages that are shown although an album would hide them. */
  revealedIds: ReadonlySet<string>
  onSelect: (messageId: string) => void
  actions: BubbleActions
}

interface TileProps extends Omit<AlbumRowProps, 'bubbles' | 'isRunStart' | 'isRunEnd' | 'isGroup'> {
  bubble: Bubble
  /** Pictures that are behind this tile, itself included; 0 when it is only itself. */
  covered: number
}

const Preview = ({ bubble: { message }, onFailed }: { bubble: Bubble; onFailed: () => void }) =>
  message.mediaType === 'video' ? (
    <>
      {/* The button around it says what it is; it plays in the viewer. */}
      <video
        src={message.mediaUrl ?? ''}
        preload="metadata"
        muted
        playsInline
        aria-hidden="true"
        tabIndex={-1}
      />
      <PlayArrowRounded className="album__film" />
    </>
  ) : (
    <img src={message.mediaUrl ?? ''} alt="" loading="lazy" decoding="async" onError={onFailed} />
  )

const Tile = (props: TileProps) => {
  const { bubble, covered, contactName, flashedId, isReadOnly, canReact, selectedIds, onSelect, actions } =
    props
  const { t } = useTranslation('tickets')
  const excerpt = useExcerpt()
  const [failed, setFailed] = useState(false)
  const tile = useRef<HTMLElement>(null)
  const { message } = bubble
  const { openMenu, handleKey } = createBubbleKeys(bubble, actions, isReadOnly)
  const sender = message.fromMe ? t('thread.you') : message.senderName || contactName
  const name = message.media?.name ?? ''
  const isFlashed = flashedId === message.id
  // The row was scrolled to its middle; an album that shows all its pictures is taller than the screen.
  useEffect(() => {
    if (isFlashed) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isFlashed])
  return (
    <div className="album__cell">
      <article
        ref={tile}
        className={`album__tile${isFlashed ? ' bubble--flash' : ''}`}
        tabIndex={-1}
        data-message={message.id}
        aria-label={`${sender}: ${excerpt(message)}, ${formatTime(new Date(message.createdAt))}`}
        onKeyDown={handleKey}
        onContextMenu={isReadOnly ? undefined : openMenu}
      >
        {failed ? (
          <MediaUnavailable message={message} />
        ) : (
          <button
            type="button"
            className="album__open"
            aria-label={
              covered > 0
                ? t('album.more', { count: covered })
                : t(message.mediaType === 'video' ? 'media.openVideo' : 'media.openImage', { name })
            }
            onClick={() => (covered > 0 ? actions.reveal(message.id) : actions.openImage(message.id))}
          >
            <Preview bubble={bubble} onFailed={() => setFailed(true)} />
            {covered > 0 ? <span className="album__more">+{covered}</span> : null}
          </button>
        )}
        {bubble.outgoing?.progress == null ? null : (
          <progress
            className="bubble__progress album__progress"
            max={1}
            value={bubble.outgoing.progress}
            aria-label={t('composer.uploading')}
          />
        )}
        {isReadOnly || covered > 0 ? null : (
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
      {selectedIds && covered === 0 && canForwardView(message) ? (
        <input
          type="checkbox"
          className="album__choose"
          checked={selectedIds.has(message.id)}
          aria-label={t('selection.choose', { text: `${sender}: ${name}` })}
          onChange={() => onSelect(message.id)}
        />
      ) : null}
      {covered > 0 ? null : (
        <Reactions
          message={message}
          contactName={contactName}
          onReact={canReact ? (emoji) => actions.react(bubble, emoji) : undefined}
        />
      )}
    </div>
  )
}

/** Pictures and videos that were sent together, as a grid. Four are shown; the last one says how many follow and shows them. */
export const AlbumRow = memo((props: AlbumRowProps) => {
  const { bubbles, isRunStart, isRunEnd, isGroup, revealedIds, ...shared } = props
  const { t } = useTranslation('tickets')
  const [first] = bubbles
  const last = bubbles.at(-1)
  if (!first || !last) return null
  const side = first.message.fromMe ? 'me' : 'them'
  const isWhole =
    bubbles.length <= TILES || bubbles.slice(TILES - 1).some(({ message }) => revealedIds.has(message.id))
  const shown = isWhole ? bubbles : bubbles.slice(0, TILES)
  return (
    <div className={`bubble-line bubble-line--${side}${isRunStart ? ' bubble-line--start' : ''}`}>
      <div
        className={`bubble bubble--${side} album${isRunEnd ? ' bubble--end' : ''}`}
        role="group"
        aria-label={t('album.title', { count: bubbles.length })}
      >
        <Marks message={first.message} />
        {isGroup && isRunStart ? <Sender message={first.message} /> : null}
        <div className="album__grid">
          {shown.map((bubble, index) => (
            <Tile
              key={bubble.key}
              bubble={bubble}
              covered={!isWhole && index === TILES - 1 ? bubbles.length - index : 0}
              revealedIds={revealedIds}
              {...shared}
            />
          ))}
        </div>
        <Meta bubble={last} />
      </div>
    </div>
  )
})
AlbumRow.displayName = 'AlbumRow'
