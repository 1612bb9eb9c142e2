import CircularProgress from '@mui/material/CircularProgress'
import type { TicketView } from '@balcao/contracts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { translateError } from '../../../lib/error-toast'
import { ErrorState } from '../../../ui/error-state'
import type { FindTarget } from '../find-target'
import { useCapabilities } from '../use-capabilities'
import { Announcer } from './announcer'
import { MessageActions } from './message-actions'
import { MessageViewport } from './message-viewport'
import { ThreadSkeleton } from './thread-skeleton'
import { listPictures } from './pictures'
import { ThreadRowView } from './thread-row-view'
import type { Bubble } from './thread-rows'
import type { Selection } from './use-selection'
import type { Person } from './person'
import { useBubbleActions } from './use-bubble-actions'
import { useReader } from './use-reader'
import { useSearchTarget } from './use-search-target'
import { useThread } from './use-thread'
import './media.css'
import './reactions.css'
import './thread.css'

const PictureViewer = lazy(async () => ({ default: (await import('./lightbox')).PictureViewer }))

export interface ThreadProps {
  ticket: TicketView
  /** Peek: nothing can be done and nothing is marked as read. */
  isReadOnly?: boolean
  onReply?: (bubble: Bubble) => void
  onEdit?: (bubble: Bubble) => void
  selection?: Selection
  /** Where the find bar stands. */
  found?: FindTarget | null
  onTalk?: (person: Person) => void
  onSaveContact?: (person: Person) => void
}

const nothing = () => undefined
const noSelection: Selection = { ids: null, toggle: nothing, clear: nothing }

/* What stands above the oldest message that is loaded. */
const ThreadTop = ({ thread }: { thread: ReturnType<typeof useThread> }) => {
  const { t } = useTranslation('tickets')
  if (thread.rows.length === 0)
    return <p className="viewport__empty">{t(thread.hasErased ? 'thread.erased' : 'thread.empty')}</p>
  if (thread.isLoadingOlder) return <CircularProgress size={24} aria-label={t('thread.loadingOlder')} />
  if (!thread.olderFailed) return <p className="viewport__empty">{t('thread.erased')}</p>
  return (
    <button type="button" className="viewport__retry" onClick={thread.loadOlder}>
      {t('thread.olderFailed')}
    </button>
  )
}

/** The conversation of one ticket. Mount once per ticket (`key`). */
export const Thread = (props: ThreadProps) => {
  const { ticket, isReadOnly = false, onReply = nothing, onEdit = nothing } = props
  const { selection = noSelection } = props
  const { onTalk = nothing, onSaveContact = nothing } = props
  const { t } = useTranslation('tickets')
  const thread = useThread(ticket)
  const can = useCapabilities(ticket.whatsappId)
  const [isAtEnd, setAtEnd] = useState(true)
  const { actions, viewport, menu, setMenu, pictureId, setPictureId, flashed, revealedIds } =
    useBubbleActions({
      ticketId: ticket.id,
      onReply: (bubble) => {
        // Only what is said in this ticket is quoted in it.
        if (bubble.message.ticketId === ticket.id) onReply(bubble)
      },
      onTalk,
      onSaveContact,
      mediaFailed: t('media.failed'),
    })
  const found = useSearchTarget(thread, actions.jumpTo, props.found)
  useReader(ticket, isAtEnd && !isReadOnly, !thread.isLoading && !isReadOnly)

  if (thread.isLoading) return <ThreadSkeleton />
  if (thread.error)
    return (
      <div className="viewport">
        <ErrorState text={translateError(thread.error)} onRetry={() => void thread.refetch()} />
      </div>
    )

  const isErasedAtTop = thread.hasErased && !thread.hasOlder
  const hasTop = thread.rows.length === 0 || thread.isLoadingOlder || thread.olderFailed || isErasedAtTop
  return (
    <>
      <MessageViewport
        ref={viewport}
        rows={thread.rows}
        label={t('thread.messages')}
        renderRow={(row) => (
          <ThreadRowView
            row={row}
            ticket={ticket}
            can={can}
            isReadOnly={isReadOnly}
            selection={selection}
            actions={actions}
            found={found}
            flashedId={flashed}
            revealedIds={revealedIds}
          />
        )}
        onNearTop={thread.loadOlder}
        onAtEnd={setAtEnd}
        top={hasTop ? <ThreadTop thread={thread} /> : null}
      />
      <MessageActions
        ticket={ticket}
        can={can}
        messages={thread.messages}
        selection={selection}
        menu={menu}
        onMenuClose={() => setMenu(null)}
        onReply={onReply}
        onEdit={onEdit}
        onReact={actions.react}
      />
      <Suspense fallback={null}>
        {pictureId ? (
          <PictureViewer
            pictures={listPictures(thread.messages)}
            openId={pictureId}
            onClose={() => setPictureId(null)}
          />
        ) : null}
      </Suspense>
      <Announcer messages={thread.ownMessages} contactName={ticket.contact.name} />
    </>
  )
}
