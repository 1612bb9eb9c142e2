import type { MessageView, QuotedMessageView, TicketView } from '@balcao/contracts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'

import { useKeepAnswer } from '../../data/keep-answer'
import { useAskNumberMutation } from '../../data/messages.api'
import { showError, translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useHasRoom } from '../../lib/use-has-room'
import { useIsNarrow } from '../../lib/use-media'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ErrorBoundary } from '../../ui/error-boundary'
import { ErrorState } from '../../ui/error-state'
import { late } from '../../ui/late'
import { useFilePicker } from '../../ui/use-file-picker'
import { ContactDialog, ContactPanel } from '../contacts'
import { useTicketActions } from './actions/use-ticket-actions'
import { ChatSkeleton } from './chat-skeleton'
import { ComposerArea } from './composer-area'
import { NewTicketDialog, SendTemplateDialog, TransferDialog } from './dialogs'
import { DownNote } from './down-note'
import { HeldNote } from './held-note'
import { FIND_FIELD, type FindTarget } from './find-target'
import { TakenNote } from './taken-note'
import { FileDrop } from './composer/file-drop'
import { useAttachments } from './composer/use-attachments'
import { TagBar } from './tag-bar'
import { Thread } from './thread/thread'
import type { Bubble } from './thread/thread-rows'
import { useSelection } from './thread/use-selection'
import type { Person } from './thread/person'
import { TicketHeader } from './ticket-header'
import { takesFiles, useCapabilities } from './use-capabilities'
import { useChatShortcuts } from './use-chat-shortcuts'
import { useTicket } from './use-ticket'
import { useTicketCommands } from './use-ticket-commands'
import './ticket-chat.css'

const ScheduleDialog = late(async () => (await import('../schedules')).ScheduleDialog)
const FindBar = late(async () => (await import('./find-bar')).FindBar)

type OpenDialog =
  | { kind: 'transfer' }
  | { kind: 'schedule' }
  | { kind: 'new'; person: Person }
  | { kind: 'contact'; person: Person }
  | { kind: 'edit-contact' }
  | { kind: 'delete' }
  | { kind: 'template' }

const toQuoted = ({ message }: Bubble, contactName: string): QuotedMessageView => ({
  id: message.id,
  body: message.body,
  mediaType: message.mediaType,
  fromMe: message.fromMe,
  senderName: message.senderName || contactName,
})

/** Whether the docked panel was left open, from one ticket to the next; null: not touched yet. */
let wasDockOpen: boolean | null = null

const PANEL_PX = 320
/** With less room the panel lies over the conversation. */
const DOCKED_FROM_PX = 480 + PANEL_PX
/** From here on it is there without being asked for. */
const OPEN_FROM_PX = 640 + PANEL_PX

const usePanel = (chat: RefObject<HTMLDivElement | null>) => {
  const isDocked = useHasRoom(chat, DOCKED_FROM_PX)
  const hasRoom = useHasRoom(chat, OPEN_FROM_PX)
  const [isDockOpen, setDockOpen] = useState(wasDockOpen)
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as { isPanelOpen?: boolean } | null
  const isOverlayOpen = state?.isPanelOpen === true
  const change = (open: boolean) => {
    // A step of the history: Back closes what lies over the conversation.
    if (!isDocked) return void (open ? navigate(location, { state: { isPanelOpen: true } }) : navigate(-1))
    wasDockOpen = open
    setDockOpen(open)
  }
  return { isDocked, isPanelOpen: isDocked ? (isDockOpen ?? hasRoom) : isOverlayOpen, setPanelOpen: change }
}

const OpenChat = ({ ticket, onBack }: { ticket: TicketView; onBack?: () => void }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  useKeepAnswer(ticket)
  const can = useCapabilities(ticket.whatsappId)
  const chat = useRef<HTMLDivElement>(null)
  const { isDocked, isPanelOpen, setPanelOpen } = usePanel(chat)
  const moves = useTicketActions()
  const attachments = useAttachments()
  const field = useRef<HTMLTextAreaElement>(null)
  const [quoted, setQuoted] = useState<QuotedMessageView | null>(null)
  const [editing, setEditing] = useState<MessageView | null>(null)
  const selection = useSelection()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [isNoting, setNoting] = useState(false)
  const [isFinding, setFinding] = useState(false)
  const [found, setFound] = useState<FindTarget | null>(null)
  const close = () => setDialog(null)
  const [askNumber] = useAskNumberMutation()

  const handleFiles = (files: File[]) => {
    if (!takesFiles(can)) return toast.warning(common('backendErrors.ERR_WAPP_NOT_OFFERED'))
    if (files.length > 0 && attachments.add(files)) toast.warning(t('composer.tooMany'))
  }
  const { element, pick } = useFilePicker(handleFiles, { multiple: true })
  const stopEditing = () => {
    setEditing(null)
    requestAnimationFrame(() => field.current?.focus())
  }
  const find = () => {
    setFinding(true)
    document.getElementById(FIND_FIELD)?.focus()
  }
  const stopFinding = () => {
    setFinding(false)
    const composer = field.current ?? document.getElementById('conversation')
    composer?.focus()
  }
  const stopWriting = () => {
    if (isFinding) stopFinding()
    else if (selection.ids) selection.clear()
    else if (editing) stopEditing()
    else setQuoted(null)
  }
  const showNotes = () => {
    setPanelOpen(true)
    setNoting(true)
  }
  // Once the panel is there; what a drawer holds comes in the same frame.
  useEffect(() => {
    if (!isNoting || !isPanelOpen) return undefined
    const frame = requestAnimationFrame(() => {
      setNoting(false)
      document.getElementById('note')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isNoting, isPanelOpen])
  const closePanel = () => {
    setPanelOpen(false)
    // A drawer gives the focus back by itself.
    if (isDocked) field.current?.focus()
  }
  const commands = useTicketCommands(ticket, {
    accept: () => void moves.accept(ticket),
    resolve: () => void moves.resolve(ticket, true),
    reopen: () => void moves.reopen(ticket),
    return: () => void moves.giveBack(ticket),
    schedule: () => setDialog({ kind: 'schedule' }),
    transfer: () => setDialog({ kind: 'transfer' }),
    notes: showNotes,
    find,
    finish: () => void moves.resolve(ticket, true),
    attach: () => (takesFiles(can) ? pick() : handleFiles([])),
    template: () => setDialog({ kind: 'template' }),
    'ask-number': () => void askNumber(ticket.id).unwrap().catch(showError),
    tags: () => document.getElementById('add-tag')?.click(),
    panel: () => setPanelOpen(!isPanelOpen),
    'edit-contact': () => setDialog({ kind: 'edit-contact' }),
    delete: () => setDialog({ kind: 'delete' }),
  })
  useChatShortcuts({
    commands,
    isReplying: isFinding || quoted !== null || editing !== null || selection.ids !== null,
    onCancelReply: stopWriting,
  })

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
          isPanelOpen={isPanelOpen}
          onBack={onBack}
        />
        <TagBar ticket={ticket} />
        <DownNote ticket={ticket} />
        {isFinding ? <FindBar ticketId={ticket.id} onTarget={setFound} onClose={stopFinding} /> : null}
        <FileDrop isOpen={ticket.status === 'open' && takesFiles(can)} onFiles={handleFiles}>
          <ErrorBoundary>
            <Thread
              ticket={ticket}
              found={found}
              onReply={(bubble) => {
                setEditing(null)
                setQuoted(toQuoted(bubble, ticket.contact.name))
              }}
              onEdit={({ message }) => setEditing(message)}
              selection={selection}
              onTalk={(person) => setDialog({ kind: 'new', person })}
              onSaveContact={(person) => setDialog({ kind: 'contact', person })}
            />
          </ErrorBoundary>
          <HeldNote ticket={ticket} />
          <TakenNote ticket={ticket} />
          <ComposerArea
            ticket={ticket}
            moves={moves}
            editing={editing}
            onEdited={stopEditing}
            quoted={quoted}
            attachments={attachments}
            field={field}
            onFiles={handleFiles}
            onPick={pick}
            onTemplate={() => setDialog({ kind: 'template' })}
            onSent={() => setQuoted(null)}
            onCancelReply={() => setQuoted(null)}
          />
        </FileDrop>
        {element}
      </section>
      <ContactPanel ticket={ticket} isOpen={isPanelOpen} isDocked={isDocked} onClose={closePanel} />
      {dialog?.kind === 'transfer' ? <TransferDialog ticket={ticket} onClose={close} /> : null}
      {dialog?.kind === 'schedule' ? <ScheduleDialog contact={ticket.contact} onClose={close} /> : null}
      {dialog?.kind === 'new' ? <NewTicketDialog person={dialog.person} onClose={close} /> : null}
      {dialog?.kind === 'contact' ? <ContactDialog draft={dialog.person} onClose={close} /> : null}
      {dialog?.kind === 'template' ? <SendTemplateDialog ticket={ticket} onClose={close} /> : null}
      {dialog?.kind === 'edit-contact' ? <ContactDialog contact={ticket.contact} onClose={close} /> : null}
      <ConfirmDialog
        open={dialog?.kind === 'delete'}
        title={t('menu.deleteTicketTitle', { id: ticket.id, name: ticket.contact.name })}
        text={t('menu.deleteTicketText')}
        destructive
        onCancel={close}
        onConfirm={() => {
          close()
          void moves.destroy(ticket, true)
        }}
      />
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
