import Alert from '@mui/material/Alert'
import type { ContactView, TicketConflict } from '@balcao/contracts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useListConnectionsQuery } from '../../../data/connections.api'
import { useMe } from '../../../data/hooks'
import { useListQueuesQuery } from '../../../data/queues.api'
import { parseTicketConflict } from '../../../data/ticket-conflict'
import { useCreateTicketMutation } from '../../../data/tickets.api'
import { can } from '../../../lib/can'
import { isPhone } from '../../../lib/format-phone'
import { toast } from '../../../lib/toast'
import { FormDialog } from '../../../ui/form-dialog'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { ContactDialog } from '../../contacts'
import { ConnectionField } from './connection-field'
import { ContactField } from './contact-field'
import { QueueField } from './queue-field'
import { showServing } from './use-ticket-actions'
import type { Person } from '../thread/person'

interface NewTicketValues {
  contact: ContactView | null
  queueId: number | ''
  whatsappId: number | ''
}

/** What a new contact begins with: the number or the name that was searched. */
const buildDraft = (words: string, person: Person | undefined): Partial<Person> => {
  if (person && (words === person.number || words === person.name)) return person
  return isPhone(words) ? { number: words } : { name: words }
}

export interface NewTicketDialogProps {
  /** Whom the ticket is with; otherwise a contact is searched. */
  contact?: ContactView
  /** Searched by the number, and what a new contact begins with. */
  person?: Person
  onClose: () => void
}

/**
 * "Criar Ticket": a contact, a queue, a connection. When the contact has an open ticket, it is opened or its agent
 * is named.
 */
export const NewTicketDialog = ({ contact, person, onClose }: NewTicketDialogProps) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const navigate = useNavigate()
  const isAdmin = can(me, 'new-ticket:withoutQueue')
  const { data: allQueues = [] } = useListQueuesQuery(undefined, { skip: !isAdmin })
  const { data: connections = [] } = useListConnectionsQuery()
  const [create] = useCreateTicketMutation()
  const firstWords = contact?.name ?? person?.number ?? ''
  const [words, setWords] = useState(firstWords || (person?.name ?? ''))
  const [conflict, setConflict] = useState<TicketConflict | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const queues = isAdmin ? allQueues : me.queues
  const onlyQueue = queues.length === 1 ? queues[0] : undefined

  const initialValues = useMemo<NewTicketValues>(
    () => ({
      contact: contact ?? null,
      queueId: isAdmin ? '' : (onlyQueue?.id ?? ''),
      whatsappId: me.whatsappId ?? '',
    }),
    [contact, isAdmin, onlyQueue?.id, me.whatsappId],
  )
  const form = useFormDialog<NewTicketValues>({
    initialValues,
    check: ({ contact, queueId }) => ({
      ...(contact === null && { contact: t('new.chooseContact') }),
      ...(!isAdmin && queueId === '' && { queueId: t('new.chooseQueue') }),
    }),
    save: async ({ contact, queueId, whatsappId }) => {
      if (!contact) return
      const ticket = await create({
        contactId: contact.id,
        queueId: queueId === '' ? null : queueId,
        whatsappId: whatsappId === '' ? null : whatsappId,
        userId: me.id,
        status: 'open',
      }).unwrap()
      void navigate(`/tickets/${ticket.uuid}`, { state: showServing })
    },
    onSaved: onClose,
    onError: (error) => {
      const found = parseTicketConflict(error)
      if (found && found.userId === me.id) {
        onClose()
        void navigate(`/tickets/${found.uuid}`)
      } else setConflict(found)
      return found !== null
    },
  })
  const { values, setFieldValue } = form
  const queueError = (form.touched.queueId && form.errors.queueId) || ''
  const contactError = (form.touched.contact && form.errors.contact) || ''
  useEffect(() => {
    if (form.submitCount > 0 && queueError) toast.error(queueError)
    // Once per press, not per change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [form.submitCount])

  return (
    <>
      <FormDialog open title={t('new.title')} form={form} submitLabel={t('new.submit')} onClose={onClose}>
        {conflict ? (
          <Alert severity="warning" role="alert">
            {t(conflict.queue ? 'new.conflict' : 'new.conflictNoQueue', {
              user: conflict.user?.name ?? t('moves.someone'),
              queue: conflict.queue?.name ?? '',
            })}
          </Alert>
        ) : null}
        <ContactField
          value={values.contact}
          words={words}
          error={contactError}
          onWords={setWords}
          onAdd={setAdding}
          onChange={(contact) => {
            setConflict(null)
            void setFieldValue('contact', contact)
          }}
        />
        <QueueField
          queues={queues}
          label={t('new.queue')}
          value={values.queueId}
          none={isAdmin ? t('list.noQueue') : undefined}
          hint={queueError}
          isWrong={queueError !== ''}
          onChange={(id) => void setFieldValue('queueId', id)}
        />
        <ConnectionField
          connections={connections}
          value={values.whatsappId}
          onChange={(id) => void setFieldValue('whatsappId', id)}
        />
      </FormDialog>
      {adding !== null ? (
        <ContactDialog
          draft={buildDraft(adding, person)}
          onClose={() => setAdding(null)}
          onSaved={(contact) => {
            setAdding(null)
            setWords(contact.name)
            void setFieldValue('contact', contact)
          }}
        />
      ) : null}
    </>
  )
}
