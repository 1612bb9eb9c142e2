import type { ChatView } from '@balcao/contracts'
import { useEffect, useSyncExternalStore } from 'react'

import { countUnread } from '../../data/chat-pages'
import { useReadChatMutation } from '../../data/chats.api'
import { useMe } from '../../data/hooks'

const listen = (changed: () => void) => {
  const events = ['focus', 'blur'] as const
  for (const name of events) window.addEventListener(name, changed)
  document.addEventListener('visibilitychange', changed)
  return () => {
    for (const name of events) window.removeEventListener(name, changed)
    document.removeEventListener('visibilitychange', changed)
  }
}

const isLooking = () => document.visibilityState === 'visible' && document.hasFocus()

/** Marks the chat as read while it is in front of the user. */
export const useReadChat = (chat: ChatView, isShown: boolean): void => {
  const me = useMe()
  const [read] = useReadChatMutation()
  const looking = useSyncExternalStore(listen, isLooking)
  const unread = countUnread(chat, me.id)
  useEffect(() => {
    // A refused call is repeated with the next message: the count stays until the server says otherwise.
    if (unread > 0 && looking && isShown) void read(chat.id)
  }, [unread, looking, isShown, read, chat.id])
}
