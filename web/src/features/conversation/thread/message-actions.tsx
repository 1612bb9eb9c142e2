import type { Capabilities, MessageView, TicketView } from '@balcao/contracts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { toast } from '../../../lib/toast'
import { MessageMenu, type OpenMenu } from './message-menu'
import { ReactionPicker } from './reaction-picker'
import { SelectionBar } from './selection-bar'
import type { Bubble } from './thread-rows'
import type { Selection } from './use-selection'

const ForwardDialog = lazy(async () => ({
  default: (await import('../actions/forward-dialog')).ForwardDialog,
}))
const DeleteMessageDialog = lazy(async () => ({
  default: (await import('./delete-message-dialog')).DeleteMessageDialog,
}))

export interface MessageActionsProps {
  ticket: TicketView
  can: Capabilities
  /** All that are loaded. */
  messages: MessageView[]
  selection: Selection
  menu: OpenMenu | null
  onMenuClose: () => void
  onReply: (bubble: Bubble) => void
  onEdit: (bubble: Bubble) => void
  onReact: (bubble: Bubble, emoji: string) => void
}

/** The menu of one message, the bar of several chosen ones, and what these open. */
export const MessageActions = (props: MessageActionsProps) => {
  const { ticket, can, messages, selection, menu, onMenuClose, onReply, onEdit, onReact } = props
  const { t } = useTranslation('tickets')
  const [picking, setPicking] = useState<OpenMenu | null>(null)
  const [forwarding, setForwarding] = useState<MessageView[]>([])
  const [deleting, setDeleting] = useState<Bubble | null>(null)

  const handleCopy = (bubble: Bubble) => {
    void navigator.clipboard.writeText(bubble.message.body).then(() => toast.success(t('thread.copied')))
  }
  return (
    <>
      {selection.ids ? (
        <SelectionBar
          count={selection.ids.size}
          onForward={() => setForwarding(messages.filter(({ id }) => selection.ids?.has(id)))}
          onCancel={selection.clear}
        />
      ) : null}
      <MessageMenu
        open={menu}
        can={can}
        canReply={ticket.status === 'open' && menu?.bubble.message.ticketId === ticket.id}
        onClose={onMenuClose}
        onReply={onReply}
        onForward={({ message }) => setForwarding([message])}
        onSelect={({ message }) => selection.toggle(message.id)}
        onCopy={handleCopy}
        onDelete={setDeleting}
        onEdit={onEdit}
        onReact={onReact}
        onMoreEmojis={setPicking}
      />
      <ReactionPicker
        open={picking}
        onPick={(emoji) => picking && onReact(picking.bubble, emoji)}
        onClose={() => setPicking(null)}
      />
      <Suspense fallback={null}>
        {forwarding.length > 0 ? (
          <ForwardDialog
            messages={forwarding}
            onClose={() => setForwarding([])}
            onForwarded={selection.clear}
          />
        ) : null}
        {deleting ? <DeleteMessageDialog bubble={deleting} onClose={() => setDeleting(null)} /> : null}
      </Suspense>
    </>
  )
}
