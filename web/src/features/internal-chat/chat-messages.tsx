import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { selectWaiting, sendChatMessage } from '../../data/chat-outbox.slice'
import { flattenChatMessages } from '../../data/chat-pages'
import { useListChatMessagesInfiniteQuery } from '../../data/chats.api'
import { useAppDispatch, useAppSelector, useMe } from '../../data/hooks'
import { CHAT_TOP_PX } from '../../lib/constants'
import { translateError } from '../../lib/error-toast'
import { formatDayDivider, formatDayTime, formatTime } from '../../lib/format-date'
import { readServerTime } from '../../lib/server-clock'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { RichText } from '../../ui/rich-text'
import { RowSkeletons } from '../../ui/row-skeletons'
import { groupMessages, type MessageGroup, type ShownMessage } from './message-groups'
import './chat-messages.css'

/** Distance from the end within which new messages scroll the view. */
const STICK_PX = 80

const Failed = ({ message }: { message: ShownMessage }) => {
  const { t } = useTranslation('chats')
  const { t: common } = useTranslation()
  const dispatch = useAppDispatch()
  const { waiting } = message
  if (!waiting) return null
  if (!waiting.hasFailed) return <span className="chat-bubble__time">{t('sending')}</span>
  return (
    <button
      type="button"
      className="chat-bubble__retry"
      onClick={() => void dispatch(sendChatMessage(waiting))}
    >
      {t('notSent')} <b>{common('actions.retry')}</b>
    </button>
  )
}

const Bubble = ({ message }: { message: ShownMessage }) => (
  <div className="chat-bubble">
    <RichText text={message.text} />
    {message.createdAt === null ? (
      <Failed message={message} />
    ) : (
      <time
        className="chat-bubble__time"
        dateTime={message.createdAt}
        title={formatDayTime(new Date(message.createdAt))}
      >
        {formatTime(new Date(message.createdAt))}
      </time>
    )}
  </div>
)

const Day = ({ at }: { at: string }) => {
  const { t } = useTranslation()
  const words = { today: t('days.today'), yesterday: t('days.yesterday') }
  return (
    <p className="chat-day">
      <time dateTime={at.slice(0, 10)}>{formatDayDivider(new Date(at), readServerTime(), words)}</time>
    </p>
  )
}

const Group = ({ group, isMine }: { group: MessageGroup; isMine: boolean }) => (
  <>
    {group.day === null ? null : <Day at={group.day} />}
    <article className={isMine ? 'chat-group chat-group--mine' : 'chat-group'}>
      <h3 className={isMine ? 'visually-hidden' : 'chat-group__sender'}>{group.senderName}</h3>
      {group.messages.map((message) => (
        <Bubble key={message.key} message={message} />
      ))}
    </article>
  </>
)

/** Keeps the end in view while the reader is there, and what is read in place when older messages come above it. */
const useScroll = (firstKey: string | undefined, lastKey: string | undefined) => {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef({ firstKey, fromEnd: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const hasOlder = before.current.firstKey !== firstKey
    if (before.current.fromEnd - element.clientHeight < STICK_PX) element.scrollTop = element.scrollHeight
    else if (hasOlder) element.scrollTop = element.scrollHeight - before.current.fromEnd
    before.current = { firstKey, fromEnd: element.scrollHeight - element.scrollTop }
  }, [firstKey, lastKey])
  const noteScroll = () => {
    const element = box.current
    if (element) before.current.fromEnd = element.scrollHeight - element.scrollTop
  }
  return { box, noteScroll }
}

/** The messages of a chat, oldest first; older ones are fetched on the way up. */
export const ChatMessages = ({ chatId }: { chatId: number }) => {
  const { t } = useTranslation('chats')
  const { t: common } = useTranslation()
  const me = useMe()
  const waiting = useAppSelector(selectWaiting).filter((one) => one.chatId === chatId)
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useListChatMessagesInfiniteQuery(chatId, { refetchOnMountOrArgChange: true })
  const groups = groupMessages(flattenChatMessages(data), waiting, me)
  const { box, noteScroll } = useScroll(groups[0]?.key, groups.at(-1)?.messages.at(-1)?.key)

  if (!data)
    return (
      <div className="chat-messages">
        {error ? (
          <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
        ) : (
          <RowSkeletons count={4} height={60} />
        )}
      </div>
    )
  const handleScroll = () => {
    noteScroll()
    const isNearTop = (box.current?.scrollTop ?? 0) < CHAT_TOP_PX
    if (isNearTop && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }
  return (
    <div
      ref={box}
      className="chat-messages"
      role="log"
      aria-label={t('pane.messages')}
      tabIndex={0}
      onScroll={handleScroll}
    >
      {isFetchingNextPage ? <p className="chat-messages__older">{t('loadingOlder')}</p> : null}
      {isFetchNextPageError ? (
        <button type="button" className="chat-messages__older" onClick={() => void fetchNextPage()}>
          {common('lists.loadMoreFailed')} <b>{common('actions.retry')}</b>
        </button>
      ) : null}
      {groups.length === 0 ? <EmptyState title={t('noMessage')} /> : null}
      {groups.map((group) => (
        <Group key={group.key} group={group} isMine={group.senderId === me.id} />
      ))}
    </div>
  )
}
