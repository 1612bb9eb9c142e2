import type { ChatEvent } from '@balcao/contracts'
import { useEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'

import { useMe } from '../../data/hooks'
import { onFeed } from '../../data/live/handlers'
import { closeNotice, playSound, showNotice } from '../../lib/notify'

type NewMessage = Extract<ChatEvent, { action: 'new-message' }>

/** Whether an internal message plays a sound and shows a notice: another's, in a chat that is not open in a visible tab. */
export const shouldNotifyOfChat = (
  { newMessage, chat }: NewMessage,
  { myId, openUuid, visible }: { myId: number; openUuid: string | null; visible: boolean },
): boolean => newMessage.senderId !== myId && !(visible && chat.uuid === openUuid)

/** Sound and desktop notices of internal chats. */
export const useChatNotices = (volume: number, leader: RefObject<boolean>): void => {
  const { t } = useTranslation()
  const me = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const latest = useRef({ me, pathname, volume, t, navigate })
  useEffect(() => {
    latest.current = { me, pathname, volume, t, navigate }
  })
  useEffect(
    () =>
      onFeed('chat', (event) => {
        const now = latest.current
        if (event.action === 'read' && event.userId === now.me.id) closeNotice(`chat ${event.id}`)
        if (event.action !== 'new-message' || !leader.current) return
        const openUuid = /^\/chats\/([^/]+)/.exec(now.pathname)?.[1] ?? null
        const visible = document.visibilityState === 'visible' && document.hasFocus()
        if (!shouldNotifyOfChat(event, { myId: now.me.id, openUuid, visible })) return
        playSound(now.volume)
        showNotice({
          tag: `chat ${event.chat.id}`,
          title: now.t('chats.noticeTitle', { title: event.chat.title }),
          body: event.chat.lastMessage,
          onClick: () => void now.navigate(`/chats/${event.chat.uuid}`),
        })
      }),
    [leader],
  )
}
