import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import ReplyOutlined from '@mui/icons-material/ReplyOutlined'
import ShortcutOutlined from '@mui/icons-material/ShortcutOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { canForwardView, type Capabilities } from '@balcao/contracts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { readServerTime } from '../../../lib/server-clock'
import { isEditable } from './editable'
import { useReactionItems } from './reaction-items'
import type { Bubble } from './thread-rows'

export interface OpenMenu {
  bubble: Bubble
  anchor: HTMLElement
}

export interface MessageMenuProps {
  open: OpenMenu | null
  canReply: boolean
  can: Pick<Capabilities, 'edits' | 'deletes' | 'reacts'>
  onClose: () => void
  onReply: (bubble: Bubble) => void
  onForward: (bubble: Bubble) => void
  /** Begins to choose several. */
  onSelect: (bubble: Bubble) => void
  onCopy: (bubble: Bubble) => void
  onDelete: (bubble: Bubble) => void
  onEdit: (bubble: Bubble) => void
  onReact: (bubble: Bubble, emoji: string) => void
  /** Every other emoji. */
  onMoreEmojis: (open: OpenMenu) => void
}

type Run = (bubble: Bubble) => void

/** The menu of a message. Only own messages that the server has can be deleted. */
export const MessageMenu = (props: MessageMenuProps) => {
  const { open, canReply, can, onClose, onReply, onForward, onSelect, onCopy, onDelete } = props
  const { onEdit, onReact, onMoreEmojis } = props
  const reactionItems = useReactionItems()
  const { t } = useTranslation('tickets')
  const message = open?.bubble.message
  const isSent = open?.bubble.outgoing === null
  const choose = (run: Run) => () => {
    onClose()
    if (open) run(open.bubble)
  }
  const item = (key: 'reply' | 'forward' | 'select' | 'copy' | 'edit', icon: ReactNode, run: Run) => (
    <MenuItem key={key} onClick={choose(run)}>
      <ListItemIcon>{icon}</ListItemIcon>
      {t(`menu.${key}`)}
    </MenuItem>
  )
  const canForward = message !== undefined && isSent && canForwardView(message)
  const canReact = can.reacts && canReply && isSent && message !== undefined && message.ack !== -1
  const items = [
    ...(canReact
      ? reactionItems({
          message,
          onReact: (emoji) => choose((bubble) => onReact(bubble, emoji))(),
          onMore: () => {
            onClose()
            if (open) onMoreEmojis(open)
          },
        })
      : []),
    canReply && isSent && item('reply', <ReplyOutlined />, onReply),
    canForward && item('forward', <ShortcutOutlined />, onForward),
    canForward && item('select', <CheckBoxOutlined />, onSelect),
    message?.body && message.mediaType !== 'locationMessage' && item('copy', <ContentCopyOutlined />, onCopy),
    message?.mediaUrl && (
      <MenuItem
        key="download"
        component="a"
        href={message.mediaUrl}
        download={message.media?.name}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onClose}
      >
        <ListItemIcon>
          <FileDownloadOutlined />
        </ListItemIcon>
        {t('menu.download')}
      </MenuItem>
    ),
    can.edits &&
      canReply &&
      open &&
      isEditable(open.bubble, readServerTime().getTime()) &&
      item('edit', <EditOutlined />, onEdit),
    message?.fromMe && isSent && (can.deletes || message.ack === -1) && (
      <MenuItem key="delete" onClick={choose(onDelete)} sx={{ color: 'var(--red)' }}>
        <ListItemIcon sx={{ color: 'inherit' }}>
          <DeleteOutlined />
        </ListItemIcon>
        {t('menu.delete')}
      </MenuItem>
    ),
  ]
  return (
    <Menu
      open={open !== null}
      anchorEl={open?.anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      slotProps={{
        root: { role: 'region', 'aria-label': t('menu.message') },
        list: { className: 'message-menu' },
      }}
    >
      {items}
    </Menu>
  )
}
