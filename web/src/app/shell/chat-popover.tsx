import type { ChatView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { countUnread } from '../../data/chat-pages'
import { useMe } from '../../data/hooks'
import { formatDayMonthTime } from '../../lib/format-date'
import { Avatar } from '../../ui/avatar'
import { EmptyState } from '../../ui/empty-state'
import { IconAction } from '../../ui/icon-action'
import { ForumIcon } from '../../ui/icons'
import { PagedList } from '../../ui/paged-list'
import { RowSkeletons } from '../../ui/row-skeletons'
import { BarPopover } from './bar-popover'
import { CountBadge } from './count-badge'
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

/** The user's internal chats, in the top bar of companies whose plan has them. */
export const ChatPopover = () => {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { count, isOffered } = useUnreadChats()
  if (!isOffered) return null
  const label = count > 0 ? `${t('chats.open')}: ${t('chats.unreadChats', { count })}` : t('chats.open')
  return (
    <>
      <IconAction label={label} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        <CountBadge count={count} more={false}>
          <ForumIcon />
        </CountBadge>
      </IconAction>
      <BarPopover anchor={anchor} title={t('chats.title')} widthPx={380} onClose={() => setAnchor(null)}>
        <ChatRows onOpen={() => setAnchor(null)} />
      </BarPopover>
    </>
  )
}
