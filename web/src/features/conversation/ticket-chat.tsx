import type { QuotedMessageView, TicketView } from '@balcao/contracts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useKeepAnswer } from '../../data/keep-answer'
import { useAskNumberMutation } from '../../data/messages.api'
import { showError, translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useIsNarrow } from '../../lib/use-media'
import { ErrorBoundary } from '../../ui/error-boundary'
import { ErrorState } from '../../ui/error-state'
import { late } from '../../ui/late'
import { useFilePicker } from '../../ui/use-file-picker'
import { ContactPanel } from '../contacts'
import { useTicketActions } from './actions/use-ticket-actions'
import { ChatSkeleton } from './chat-skeleton'
import { ComposerArea } from './composer-area'
import { DownNote } from './down-note'
import { HeldNote } from './held-note'
import { TakenNote } from './taken-note'
import { FileDrop } from './composer/file-drop'
import { useAttachments } from './composer/use-attachments'
import { TagBar } from './tag-bar'
import { Thread } from './thread/thread'
import type { Bubble } from './thread/thread-rows'
import { TicketDialogs, type TicketDialog } from './ticket-dialogs'
import { TicketHeader } from './ticket-header'
import { takesFiles, useCapabilities } from './use-capabilities'
import { useChatModes } from './use-chat-modes'
import { useChatShortcuts } from './use-chat-shortcuts'
import { useContactPanel } from './use-contact-panel'
import { useTicket } from './use-ticket'
import { useTicketCommands } from './use-ticket-commands'
import './ticket-chat.css'

const FindBar = late(async () => (await import('./find-bar')).FindBar)

const toQuoted = ({ message }: Bubble, contactName: string): QuotedMessageView => ({
  id: message.id,
  body: message.body,
  mediaType: message.mediaType,
  fromMe: message.fromMe,
  senderName: message.senderName || contactName,
})

/* Files that are picked, pasted or dropped, with a warning where the connection takes none or they are too many. */
const useChatFiles = (connectionId: number | null) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const areTaken = takesFiles(useCapabilities(connectionId))
  const attachments = useAttachments()
  const add = (files: File[]) => {
    if (!areTaken) return toast.warning(common('backendErrors.ERR_WAPP_NOT_OFFERED'))
    if (files.length > 0 && attachments.add(files)) toast.warning(t('composer.tooMany'))
  }
  const { element, pick } = useFilePicker(add, { multiple: true })
  return { areTaken, attachments, add, pick, attach: () => (areTaken ? pick() : add([])), element }
}

const OpenChat = ({ ticket, onBack }: { ticket: TicketView; onBack?: () => void }) => {
  const { t } = useTranslation('tickets')
  useKeepAnswer(ticket)
  const chat = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const panel = useContactPanel(chat, field)
  const moves = useTicketActions()
  const files = useChatFiles(ticket.whatsappId)
  const modes = useChatModes(field)
  const [dialog, setDialog] = useState<TicketDialog | null>(null)
  const [askNumber] = useAskNumberMutation()
  const openTemplates = () => setDialog({ kind: 'template' })

  const commands = useTicketCommands(ticket, {
    accept: () => void moves.accept(ticket),
    resolve: () => void moves.resolve(ticket, true),
    reopen: () => void moves.reopen(ticket),
    return: () => void moves.giveBack(ticket),
    schedule: () => setDialog({ kind: 'schedule' }),
    transfer: () => setDialog({ kind: 'transfer' }),
    notes: panel.showNotes,
    find: modes.find,
    finish: () => void moves.resolve(ticket, true),
    attach: files.attach,
    template: openTemplates,
    'ask-number': () => void askNumber(ticket.id).unwrap().catch(showError),
    tags: () => document.getElementById('add-tag')?.click(),
    panel: panel.toggle,
    'edit-contact': () => setDialog({ kind: 'edit-contact' }),
    delete: () => setDialog({ kind: 'delete' }),
  })
  useChatShortcuts({ commands, isReplying: modes.canCancel, onCancelReply: modes.cancel })

  return (
    <div ref={chat} className="chat">
      <section
        className="chat__main"
        id="conversation"
        tabIndex={-1}
        aria-label={t('thread.label', { name: ticket.contact.name })}
      >
        <TicketHeader
          ticket={ticket}
          moves={moves}
          commands={commands}
          isPanelOpen={panel.isOpen}
          onBack={onBack}
        />
        <TagBar ticket={ticket} />
        <DownNote ticket={ticket} />
        {modes.isFinding ? (
          <FindBar ticketId={ticket.id} onTarget={modes.setFound} onClose={modes.stopFinding} />
        ) : null}
        <FileDrop isOpen={ticket.status === 'open' && files.areTaken} onFiles={files.add}>
          <ErrorBoundary>
            <Thread
              ticket={ticket}
              found={modes.found}
              onReply={(bubble) => modes.reply(toQuoted(bubble, ticket.contact.name))}
              onEdit={({ message }) => modes.edit(message)}
              selection={modes.selection}
              onTalk={(person) => setDialog({ kind: 'new', person })}
              onSaveContact={(person) => setDialog({ kind: 'contact', person })}
            />
          </ErrorBoundary>
          <HeldNote ticket={ticket} />
          <TakenNote ticket={ticket} />
          <ComposerArea
            ticket={ticket}
            moves={moves}
            editing={modes.editing}
            onEdited={modes.stopEditing}
            quoted={modes.quoted}
            attachments={files.attachments}
            field={field}
            onFiles={files.add}
            onPick={files.pick}
            onTemplate={openTemplates}
            onSent={modes.stopReplying}
            onCancelReply={modes.stopReplying}
          />
        </FileDrop>
        {files.element}
      </section>
      <ContactPanel ticket={ticket} isOpen={panel.isOpen} isDocked={panel.isDocked} onClose={panel.close} />
      <TicketDialogs ticket={ticket} moves={moves} dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  )
}

/** One ticket on screen: header, tags, conversation, composer and the contact beside it. */
export const TicketChat = ({ uuid, onBack }: { uuid: string; onBack?: () => void }) => {
  const { ticket, error, refetch } = useTicket(uuid)
  const isNarrow = useIsNarrow()
  if (error) return <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  if (!ticket) return <ChatSkeleton />
  return <OpenChat key={ticket.id} ticket={ticket} onBack={isNarrow ? onBack : undefined} />
}
