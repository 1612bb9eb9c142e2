import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import { ForumIcon } from '../../ui/icons'
import { lateToOpen } from '../../ui/late'
import { CountBadge } from './count-badge'
import { useUnreadChats } from './use-unread-chats'

const ChatPanel = lateToOpen(async () => (await import('./chat-panel')).ChatPanel)

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
      <ChatPanel open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}
