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

/** Queues that the new ticket may go to; administrators may leave it without one. */
const useOfferedQueues = () => {
  const me = useMe()
  const isOptional = can(me, 'new-ticket:withoutQueue')
  const { data: allQueues = [] } = useListQueuesQuery(undefined, { skip: !isOptional })
  return { isOptional, queues: isOptional ? allQueues : me.queues }
}

/** What a new ticket begins with: the only queue is chosen unless the ticket may be without. */
const useInitialValues = (
  contact: ContactView | undefined,
  { isOptional, queues }: ReturnType<typeof useOfferedQueues>,
): NewTicketValues => {
  const { whatsappId } = useMe()
  const onlyQueueId = queues.length === 1 && !isOptional ? queues[0]?.id : undefined
  return useMemo(
    () => ({ contact: contact ?? null, queueId: onlyQueueId ?? '', whatsappId: whatsappId ?? '' }),
    [contact, onlyQueueId, whatsappId],
  )
}

interface FormOptions {
  initialValues: NewTicketValues
  isQueueOptional: boolean
  onConflict: (conflict: TicketConflict | null) => void
  onClose: () => void
}

/** Opens the ticket that is made; one that this user has open already is opened instead. */
const useNewTicketForm = ({ initialValues, isQueueOptional, onConflict, onClose }: FormOptions) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const navigate = useNavigate()
  const [create] = useCreateTicketMutation()
  return useFormDialog<NewTicketValues>({
    initialValues,
    check: ({ contact, queueId }) => ({
      ...(contact === null && { contact: t('new.chooseContact') }),
      ...(!isQueueOptional && queueId === '' && { queueId: t('new.chooseQueue') }),
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
      } else onConflict(found)
      return found !== null
    },
  })
}

/* Once per press of the button, not per change. */
const useToastOnSubmit = (submitCount: number, error: string) =>
  useEffect(() => {
    if (submitCount > 0 && error) toast.error(error)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [submitCount])

const ConflictAlert = ({ conflict: { user, queue } }: { conflict: TicketConflict }) => {
  const { t } = useTranslation('tickets')
  return (
    <Alert severity="warning" role="alert">
      {t(queue ? 'new.conflict' : 'new.conflictNoQueue', {
        user: user?.name ?? t('moves.someone'),
        queue: queue?.name ?? '',
      })}
    </Alert>
  )
}

/**
 * "Criar Ticket": a contact, a queue, a connection. When the contact has an open ticket, it is opened or its agent
 * is named.
 */
export const NewTicketDialog = ({ contact, person, onClose }: NewTicketDialogProps) => {
  const { t } = useTranslation('tickets')
  const offered = useOfferedQueues()
  const { data: connections = [] } = useListConnectionsQuery()
  const [words, setWords] = useState(contact?.name ?? (person?.number || (person?.name ?? '')))
  const [conflict, setConflict] = useState<TicketConflict | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const form = useNewTicketForm({
    initialValues: useInitialValues(contact, offered),
    isQueueOptional: offered.isOptional,
    onConflict: setConflict,
    onClose,
  })
  const { values, setFieldValue } = form
  const queueError = (form.touched.queueId && form.errors.queueId) || ''
  const contactError = (form.touched.contact && form.errors.contact) || ''
  useToastOnSubmit(form.submitCount, queueError)

  return (
    <>
      <FormDialog open title={t('new.title')} form={form} submitLabel={t('new.submit')} onClose={onClose}>
        {conflict ? <ConflictAlert conflict={conflict} /> : null}
        <ContactField
          value={values.contact}
          words={words}
          error={contactError}
          onWords={setWords}
          onAdd={setAdding}
          onChange={(chosen) => {
            setConflict(null)
            void setFieldValue('contact', chosen)
          }}
        />
        <QueueField
          queues={offered.queues}
          label={t('new.queue')}
          value={values.queueId}
          none={offered.isOptional ? t('list.noQueue') : undefined}
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
          onSaved={(saved) => {
            setAdding(null)
            setWords(saved.name)
            void setFieldValue('contact', saved)
          }}
        />
      ) : null}
    </>
  )
}
