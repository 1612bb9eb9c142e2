import type { ChatView } from '@balcao/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'

import { useGetChatByUuidQuery } from '../../data/chats.api'
import '../../data/chats.live'
import { onFeed } from '../../data/live/handlers'
import { translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useIsNarrow } from '../../lib/use-media'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { ChatDialog } from './chat-dialog'
import { ChatList } from './chat-list'
import { ChatPane } from './chat-pane'
import { DeleteChat } from './delete-chat'
import './chats-page.css'

type Overlay = { kind: 'none' } | { kind: 'edit'; chat?: ChatView } | { kind: 'delete'; chat: ChatView }

type Pane = 'list' | 'messages'

/** Leaves a chat that was deleted, or that this user is no member of any more. */
const useLeaveDeleted = (chat: ChatView | undefined): void => {
  const { t } = useTranslation('chats')
  const navigate = useNavigate()
  useEffect(
    () =>
      onFeed('chat', (event) => {
        if (event.action !== 'delete' || event.id !== chat?.id) return
        toast.info(t('gone'))
        void navigate('/chats', { replace: true })
      }),
    [chat?.id, navigate, t],
  )
}

interface OpenedProps {
  uuid: string
  isShown: boolean
  onEdit: (chat: ChatView) => void
  onDelete: (chat: ChatView) => void
}

const OpenedChat = ({ uuid, ...props }: OpenedProps) => {
  const { data: chat, error, refetch } = useGetChatByUuidQuery(uuid, { refetchOnMountOrArgChange: true })
  useLeaveDeleted(chat)
  if (chat?.uuid === uuid) return <ChatPane key={chat.id} chat={chat} {...props} />
  return error ? (
    <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  ) : (
    <RowSkeletons count={4} height={60} />
  )
}

const PaneTabs = ({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) => {
  const { t } = useTranslation('chats')
  return (
    <nav className="chats-page__tabs" aria-label={t('panes')}>
      {(['list', 'messages'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-current={pane === value ? 'true' : undefined}
          onClick={() => onChange(value)}
        >
          {t(`pane.${value}`)}
        </button>
      ))}
    </nav>
  )
}

/** /chats and /chats/{uuid}: the list and the messages, side by side or one at a time. */
export const ChatsPage = () => {
  const { t } = useTranslation('chats')
  const { uuid } = useParams()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const [pane, setPane] = useState<Pane>(uuid ? 'messages' : 'list')
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const close = () => setOverlay({ kind: 'none' })
  useEffect(() => setPane(uuid ? 'messages' : 'list'), [uuid])

  const isHidden = (value: Pane) => isNarrow && pane !== value
  return (
    <div className="chats-page" data-pane={isNarrow ? pane : undefined}>
      {isNarrow ? <PaneTabs pane={pane} onChange={setPane} /> : null}
      <section className="chats-page__list" aria-label={t('pane.list')} inert={isHidden('list')}>
        <ChatList onOpened={() => setPane('messages')} onAdd={() => setOverlay({ kind: 'edit' })} />
      </section>
      <section className="chats-page__pane" aria-label={t('pane.messages')} inert={isHidden('messages')}>
        {uuid ? (
          <OpenedChat
            uuid={uuid}
            isShown={!isHidden('messages')}
            onEdit={(chat) => setOverlay({ kind: 'edit', chat })}
            onDelete={(chat) => setOverlay({ kind: 'delete', chat })}
          />
        ) : (
          <EmptyState title={t('choose.title')} text={t('choose.text')} />
        )}
      </section>
      {overlay.kind === 'edit' ? (
        <ChatDialog
          chat={overlay.chat}
          onClose={close}
          onSaved={(saved) => {
            close()
            void navigate(`/chats/${saved.uuid}`)
          }}
        />
      ) : null}
      {overlay.kind === 'delete' ? <DeleteChat chat={overlay.chat} onClose={close} /> : null}
    </div>
  )
}
