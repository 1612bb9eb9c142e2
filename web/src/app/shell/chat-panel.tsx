import type { ChatView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { countUnread } from '../../data/chat-pages'
import { useMe } from '../../data/hooks'
import { formatDayMonthTime } from '../../lib/format-date'
import { Avatar } from '../../ui/avatar'
import { EmptyState } from '../../ui/empty-state'
import { PagedList } from '../../ui/paged-list'
import { RowSkeletons } from '../../ui/row-skeletons'
import { BarPopover, type BarPanelProps } from './bar-popover'
import { useUnreadChats } from './use-unread-chats'
import './ticket-bell.css'

const ChatRow = ({ chat, onOpen }: { chat: ChatView; onOpen: () => void }) => {
  const { t } = useTranslation()
  const unread = countUnread(chat, useMe().id)
  return (
    <li>
      <Link className="bell-row" to={`/chats/${chat.uuid}`} onClick={onOpen}>
        <Avatar name={chat.title} />
        <span className="bell-row__text">
          <span className="bell-row__line">
            <b>{chat.title}</b>
            <time dateTime={chat.updatedAt}>{formatDayMonthTime(new Date(chat.updatedAt))}</time>
          </span>
          <span className="bell-row__line">
            <span className="bell-row__preview">{chat.lastMessage}</span>
            {unread > 0 ? (
              <span className="bell-row__count" aria-label={t('chats.unread', { count: unread })} role="img">
                {unread > 99 ? '99+' : unread}
              </span>
            ) : null}
          </span>
        </span>
      </Link>
    </li>
  )
}

const ChatRows = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation()
  const { list } = useUnreadChats()
  return (
    <PagedList
      query={list}
      records={(page) => page.records}
      failedText={t('chats.failed')}
      skeletons={<RowSkeletons count={3} />}
      empty={<EmptyState title={t('chats.empty')} />}
    >
      {(chats) => (
        <ul>
          {chats.map((chat) => (
            <ChatRow key={chat.id} chat={chat} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

/** What opens at the top bar's chats. */
export const ChatPanel = (props: BarPanelProps) => (
  <BarPopover {...props} title={useTranslation().t('chats.title')} widthPx={380}>
    <ChatRows onOpen={props.onClose} />
  </BarPopover>
)
