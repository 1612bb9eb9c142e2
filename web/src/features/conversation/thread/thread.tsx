import CircularProgress from '@mui/material/CircularProgress'
import { canForwardView, type MessageView, type TicketView } from '@balcao/contracts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useDeleteMessageMutation } from '../../../data/messages.api'
import { translateError, showError } from '../../../lib/error-toast'
import { toast } from '../../../lib/toast'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { ErrorState } from '../../../ui/error-state'
import { AlbumRow } from './album-row'
import { Announcer } from './announcer'
import { BubbleRow } from './bubble-row'
import { DayDivider, UnreadDivider } from './dividers'
import { MessageMenu, type OpenMenu } from './message-menu'
import { MessageViewport } from './message-viewport'
import { ReactionPicker } from './reaction-picker'
import { ThreadSkeleton } from './thread-skeleton'
import type { Bubble, ThreadRow } from './thread-rows'
import { SelectionBar } from './selection-bar'
import type { Selection } from './use-selection'
import type { Person } from './person'
import { useBubbleActions } from './use-bubble-actions'
import { useReader } from './use-reader'
import { useSearchTarget } from './use-search-target'
import { useThread } from './use-thread'
import './media.css'
import './reactions.css'
import './thread.css'

const ForwardDialog = lazy(async () => ({
  default: (await import('../actions/forward-dialog')).ForwardDialog,
}))
const PictureViewer = lazy(async () => ({ default: (await import('./lightbox')).PictureViewer }))

export interface ThreadProps {
  ticket: TicketView
  /** Peek: nothing can be done and nothing is marked as read. */
  isReadOnly?: boolean
  onReply?: (bubble: Bubble) => void
  onEdit?: (bubble: Bubble) => void
  selection?: Selection
  onTalk?: (person: Person) => void
  onSaveContact?: (person: Person) => void
}

const nothing = () => undefined
const noSelection: Selection = { ids: null, toggle: nothing, clear: nothing }

/** The conversation of one ticket. Mount once per ticket (`key`). */
export const Thread = (props: ThreadProps) => {
  const { ticket, isReadOnly = false, onReply = nothing, onEdit = nothing } = props
  const { selection = noSelection } = props
  const { onTalk = nothing, onSaveContact = nothing } = props
  const { t } = useTranslation('tickets')
  const thread = useThread(ticket)
  const [isAtEnd, setAtEnd] = useState(true)
  const [picking, setPicking] = useState<OpenMenu | null>(null)
  const [forwarding, setForwarding] = useState<MessageView[]>([])
  const [deleting, setDeleting] = useState<Bubble | null>(null)
  const [deleteMessage, { isLoading: isDeleting }] = useDeleteMessageMutation()
  const { actions, viewport, menu, setMenu, pictureId, setPictureId, flashed, revealedIds } =
    useBubbleActions({
      ticketId: ticket.id,
      onReply,
      onTalk,
      onSaveContact,
      mediaFailed: t('media.failed'),
    })
  const found = useSearchTarget(thread, actions.jumpTo)
  useReader(ticket, isAtEnd && !isReadOnly, !thread.isLoading && !isReadOnly)

  if (thread.isLoading) return <ThreadSkeleton />
  if (thread.error)
    return (
      <div className="viewport">
        <ErrorState text={translateError(thread.error)} onRetry={() => void thread.refetch()} />
      </div>
    )

  const handleDelete = async () => {
    if (!deleting) return
    try {
      await deleteMessage(deleting.message).unwrap()
    } catch (error) {
      showError(error)
    }
    setDeleting(null)
  }
  const handleCopy = (bubble: Bubble) => {
    void navigator.clipboard.writeText(bubble.message.body).then(() => toast.success(t('thread.copied')))
  }
  const renderRow = (row: ThreadRow) => {
    if (row.kind === 'day') return <DayDivider at={row.at} />
    if (row.kind === 'unread') return <UnreadDivider count={row.count} />
    const shared = {
      isRunStart: row.isRunStart,
      isRunEnd: row.isRunEnd,
      isGroup: ticket.isGroup,
      contactName: ticket.contact.name,
      isReadOnly,
      canReact: !isReadOnly && ticket.status === 'open',
      onSelect: selection.toggle,
      actions,
    }
    if (row.kind === 'album')
      return (
        <AlbumRow
          {...shared}
          bubbles={row.bubbles}
          flashedId={flashed}
          selectedIds={selection.ids}
          revealedIds={revealedIds}
        />
      )
    return (
      <BubbleRow
        {...shared}
        bubble={row.bubble}
        foundWords={found?.messageId === row.bubble.message.id ? found.words : ''}
        isFlashed={flashed === row.bubble.message.id}
        selected={
          selection.ids && canForwardView(row.bubble.message)
            ? selection.ids.has(row.bubble.message.id)
            : undefined
        }
      />
    )
  }
  const pictures = thread.messages.flatMap(({ id, mediaType, mediaUrl, media, isDeleted }) =>
    (mediaType === 'image' || mediaType === 'video') && mediaUrl && !isDeleted
      ? [
          {
            messageId: id,
            kind: mediaType,
            url: mediaUrl,
            name: media?.name ?? '',
            mimeType: media?.mimeType ?? '',
          },
        ]
      : [],
  )

  return (
    <>
      <MessageViewport
        ref={viewport}
        rows={thread.rows}
        label={t('thread.messages')}
        renderRow={renderRow}
        onNearTop={thread.loadOlder}
        onAtEnd={setAtEnd}
        top={
          thread.rows.length === 0 ? (
            <p className="viewport__empty">{t('thread.empty')}</p>
          ) : thread.isLoadingOlder ? (
            <CircularProgress size={24} aria-label={t('thread.loadingOlder')} />
          ) : thread.olderFailed ? (
            <button type="button" className="viewport__retry" onClick={thread.loadOlder}>
              {t('thread.olderFailed')}
            </button>
          ) : null
        }
      />
      {selection.ids ? (
        <SelectionBar
          count={selection.ids.size}
          onForward={() => setForwarding(thread.messages.filter(({ id }) => selection.ids?.has(id)))}
          onCancel={selection.clear}
        />
      ) : null}
      <MessageMenu
        open={menu}
        canReply={ticket.status === 'open'}
        onClose={() => setMenu(null)}
        onReply={onReply}
        onForward={({ message }) => setForwarding([message])}
        onSelect={({ message }) => selection.toggle(message.id)}
        onCopy={handleCopy}
        onDelete={setDeleting}
        onEdit={onEdit}
        onReact={actions.react}
        onMoreEmojis={setPicking}
      />
      <ReactionPicker
        open={picking}
        onPick={(emoji) => picking && actions.react(picking.bubble, emoji)}
        onClose={() => setPicking(null)}
      />
      <ConfirmDialog
        open={deleting !== null}
        title={t('menu.deleteTitle')}
        text={t('menu.deleteText')}
        destructive
        busy={isDeleting}
        onConfirm={() => void handleDelete()}
        onCancel={() => setDeleting(null)}
      />
      <Suspense fallback={null}>
        {forwarding.length > 0 ? (
          <ForwardDialog
            messages={forwarding}
            onClose={() => setForwarding([])}
            onForwarded={selection.clear}
          />
        ) : null}
        {pictureId ? (
          <PictureViewer pictures={pictures} openId={pictureId} onClose={() => setPictureId(null)} />
        ) : null}
      </Suspense>
      <Announcer messages={thread.messages} contactName={ticket.contact.name} />
    </>
  )
}
