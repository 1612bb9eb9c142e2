import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { TicketNoteView, TicketView } from '@balcao/contracts'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useCreateNoteMutation, useDeleteNoteMutation, useListNotesQuery } from '../../data/notes.api'
import { isAdmin } from '../../data/ticket-lists'
import { translateError, showError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { toast } from '../../lib/toast'
import { useUnsaved } from '../../lib/use-unsaved'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'

const MIN_NOTE = 2

const NoteForm = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const [note, setNote] = useState('')
  const [error, setError] = useState('')
  const [create, { isLoading }] = useCreateNoteMutation()
  useUnsaved(note.trim() !== '', isLoading)

  const save = async () => {
    const text = note.trim()
    if (text.length < MIN_NOTE)
      return setError(common(text === '' ? 'validation.required' : 'validation.short'))
    try {
      await create({ note: text, ticketId: ticket.id, contactId: ticket.contactId }).unwrap()
      setNote('')
      toast.success(t('notes.added'))
    } catch (failure) {
      showError(failure)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }

  return (
    <form className="note-form" onSubmit={handleSubmit}>
      <textarea
        id="note"
        rows={2}
        value={note}
        maxLength={4096}
        placeholder={t('notes.placeholder')}
        aria-label={t('notes.placeholder')}
        aria-invalid={error !== ''}
        aria-describedby={error ? 'note-error' : undefined}
        onChange={(event) => {
          setNote(event.target.value)
          setError('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isLoading) return
          event.preventDefault()
          void save()
        }}
      />
      {error ? (
        <p id="note-error" className="note-form__error" role="alert">
          {error}
        </p>
      ) : null}
      {note.trim() !== '' || error ? (
        <Button type="submit" size="small" variant="contained" loading={isLoading}>
          {t('notes.add')}
        </Button>
      ) : null}
    </form>
  )
}

/** Internal notes on the contact's tickets, newest first; those on other tickets name theirs. */
export const Notes = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const { data: notes, isError, error, refetch } = useListNotesQuery({ contactId: ticket.contactId })
  const [deleteNote, { isLoading: isDeleting }] = useDeleteNoteMutation()
  const [asking, setAsking] = useState<TicketNoteView | null>(null)

  const handleDelete = async () => {
    if (!asking) return
    try {
      await deleteNote(asking).unwrap()
      toast.success(t('notes.deleted'))
    } catch (failure) {
      showError(failure)
    }
    setAsking(null)
  }

  return (
    <section>
      <h3>{t('notes.title')}</h3>
      <NoteForm ticket={ticket} />
      {isError && !notes ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      {!notes && !isError
        ? [0, 1].map((row) => (
            <Skeleton key={row} variant="rounded" height={54} sx={{ mb: 2, borderRadius: '12px' }} />
          ))
        : null}
      {notes?.length === 0 ? <p className="panel__nothing">{t('notes.empty')}</p> : null}
      <ul>
        {notes?.map((note) => (
          <li key={note.id} className="note">
            <p>{note.note}</p>
            <small>
              {note.user.name} · {formatDayTime(new Date(note.createdAt))}
              {note.ticketId === ticket.id ? null : ` · ${t('thread.ticket', { id: note.ticketId })}`}
            </small>
            {isAdmin(me) || note.user.id === me.id ? (
              <IconAction size="small" label={t('notes.delete')} onClick={() => setAsking(note)}>
                <DeleteOutlined fontSize="small" />
              </IconAction>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        title={t('notes.deleteTitle')}
        text={t('menu.deleteText')}
        destructive
        busy={isDeleting}
        onCancel={() => setAsking(null)}
        onConfirm={() => void handleDelete()}
      />
    </section>
  )
}
