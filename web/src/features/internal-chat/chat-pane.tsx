import type { ChatView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { canAsOwner } from '../../lib/can'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import { ChatComposer } from './chat-composer'
import { ChatMessages } from './chat-messages'
import { useReadChat } from './use-read-chat'
import './chat-pane.css'

export interface ChatPaneProps {
  chat: ChatView
  /** False behind the list, on a small screen. */
  isShown: boolean
  onEdit: (chat: ChatView) => void
  onDelete: (chat: ChatView) => void
}

const ChatHeader = ({ chat, onEdit, onDelete }: Omit<ChatPaneProps, 'isShown'>) => {
  const { t: common } = useTranslation()
  const me = useMe()
  return (
    <header className="chat-head">
      <div className="chat-head__text">
        <h2>{chat.title}</h2>
        <p title={chat.users.map(({ user }) => user.name).join(', ')}>
          {chat.users.map(({ user }) => user.name).join(', ')}
        </p>
      </div>
      {canAsOwner(me, chat.ownerId) ? (
        <>
          <IconAction label={`${common('actions.edit')}: ${chat.title}`} onClick={() => onEdit(chat)}>
            <EditIcon />
          </IconAction>
          <IconAction label={`${common('actions.delete')}: ${chat.title}`} onClick={() => onDelete(chat)}>
            <TrashIcon />
          </IconAction>
        </>
      ) : null}
    </header>
  )
}

/** One chat: its members, messages and the field to write. Mount once per chat (`key`). */
export const ChatPane = ({ chat, isShown, ...handlers }: ChatPaneProps) => {
  useReadChat(chat, isShown)
  return (
    <div className="chat-pane">
      <ChatHeader chat={chat} {...handlers} />
      <ChatMessages chatId={chat.id} />
      <ChatComposer chatId={chat.id} />
    </div>
  )
}
