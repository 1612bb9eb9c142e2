import type { ChatView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'

import { countUnread, flattenChats } from '../../data/chat-pages'
import { useListChatsInfiniteQuery } from '../../data/chats.api'
import { useMe } from '../../data/hooks'
import { currentLanguage, locales } from '../../i18n/i18n'
import { translateError } from '../../lib/error-toast'
import { formatDayTime, formatMoment } from '../../lib/format-date'
import { readServerTime } from '../../lib/server-clock'
import { useDebounced } from '../../lib/use-debounced'
import { Avatar } from '../../ui/avatar'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { LoadMore } from '../../ui/load-more'
import { RowSkeletons } from '../../ui/row-skeletons'
import { SearchField } from '../../ui/search-field'
import './chat-list.css'

const ChatRow = ({ chat, onOpened }: { chat: ChatView; onOpened: () => void }) => {
  const { t } = useTranslation('chats')
  const { t: common } = useTranslation()
  const me = useMe()
  const unread = countUnread(chat, me.id)
  const at = new Date(chat.updatedAt)
  const words = { today: common('days.today'), yesterday: common('days.yesterday') }
  return (
    <li>
      <NavLink className="chat-row" to={`/chats/${chat.uuid}`} onClick={onOpened}>
        <Avatar name={chat.title} />
        <span className="chat-row__text">
          <span className="chat-row__line">
            <b>{chat.title}</b>
            <time dateTime={chat.updatedAt} title={formatDayTime(at)}>
              {formatMoment(at, readServerTime(), locales[currentLanguage()], words)}
            </time>
          </span>
          <span className="chat-row__line">
            <span className="chat-row__last">{chat.lastMessage || t('noMessage')}</span>
            {unread > 0 ? (
              <span className="chat-row__unread">
                <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                <span className="visually-hidden">{common('chats.unread', { count: unread })}</span>
              </span>
            ) : null}
          </span>
        </span>
      </NavLink>
    </li>
  )
}

interface RowsProps {
  words: string
  onOpened: () => void
  onAdd: () => void
}

const ChatRows = ({ words, onOpened, onAdd }: RowsProps) => {
  const { t } = useTranslation('chats')
  const { t: common } = useTranslation()
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListChatsInfiniteQuery(words)
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons />
    )
  const chats = flattenChats(data)
  if (chats.length === 0)
    return words === '' ? (
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Button variant="contained" onClick={onAdd}>
            {t('add')}
          </Button>
        }
      />
    ) : (
      <EmptyState title={common('lists.emptySearch', { query: words })} text={t('empty.search')} />
    )
  return (
    <>
      <ul className="chat-rows">
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} onOpened={onOpened} />
        ))}
      </ul>
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isFetchNextPageError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

export interface ChatListProps {
  onOpened: () => void
  onAdd: () => void
}

/** The user's chats, the last used first. */
export const ChatList = ({ onOpened, onAdd }: ChatListProps) => {
  const { t } = useTranslation('chats')
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim())
  return (
    <div className="chat-list">
      <header className="chat-list__head">
        <h1>{t('title')}</h1>
        <Button variant="contained" size="small" startIcon={<PlusIcon />} onClick={onAdd}>
          {t('new')}
        </Button>
        <SearchField value={typed} onChange={setTyped} />
      </header>
      <div className="chat-list__scroll">
        <ChatRows words={words} onOpened={onOpened} onAdd={onAdd} />
      </div>
    </div>
  )
}
