import type { ChatView } from '@balcao/contracts'
import Badge from '@mui/material/Badge'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { countUnread } from '../../data/chat-pages'
import { useMe } from '../../data/hooks'
import { formatDayMonthTime } from '../../lib/format-date'
import { Avatar } from '../../ui/avatar'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'
import { ForumIcon } from '../../ui/icons'
import { LoadMore } from '../../ui/load-more'
import { RowSkeletons } from '../../ui/row-skeletons'
import { formatBadge } from './bell-badge'
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
  const list = useUnreadChats()
  if (!list.data)
    return list.isError ? (
      <ErrorState text={t('chats.failed')} onRetry={() => void list.refetch()} />
    ) : (
      <RowSkeletons count={3} />
    )
  if (list.chats.length === 0) return <EmptyState title={t('chats.empty')} />
  return (
    <>
      <ul>
        {list.chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} onOpen={onOpen} />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        hasFailed={list.isFetchNextPageError}
        onLoad={() => void list.fetchNextPage()}
      />
    </>
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
        <Badge
          key={count > 0 ? 'counted' : 'none'}
          badgeContent={formatBadge(count, false)}
          color="primary"
          max={99}
          slotProps={{ badge: { className: 'bell-badge' } }}
        >
          <ForumIcon />
        </Badge>
      </IconAction>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('chats.title'),
            sx: { width: 380, maxWidth: 'calc(100vw - 24px)', maxHeight: 'min(560px, 80vh)', mt: 1 },
          },
        }}
      >
        <h2 className="bell-title">{t('chats.title')}</h2>
        <ChatRows onOpen={() => setAnchor(null)} />
      </Popover>
    </>
  )
}
