import type { TicketView, UserView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useListConnectionsQuery } from '../../../data/connections.api'
import { useListQueuesQuery } from '../../../data/queues.api'
import { useUpdateTicketMutation, type TicketPatch } from '../../../data/tickets.api'
import { useSearchUsersQuery } from '../../../data/users.api'
import '../../../data/users.live'
import { toast } from '../../../lib/toast'
import { useDebounced } from '../../../lib/use-debounced'
import { Combobox } from '../../../ui/combobox'
import { FormDialog } from '../../../ui/form-dialog'
import { renderOptionGroup } from '../../../ui/option-group'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { expectToLeave, stopExpecting } from '../leaving'
import { listColleagues, type Colleague } from './colleagues'
import { ConnectionField } from './connection-field'
import { QueueField } from './queue-field'

interface TransferValues {
  user: UserView | null
  queueId: number | ''
  whatsappId: number | ''
}

/** Only a queue: pending and unassigned. A user: assigned to them, in the chosen queue or the same. */
export const transferPatch = ({ user, queueId, whatsappId }: TransferValues): TicketPatch => ({
  ...(user ? { userId: user.id } : { status: 'pending', userId: null }),
  ...(queueId === '' ? {} : { queueId }),
  ...(whatsappId === '' ? {} : { whatsappId }),
})

export interface TransferDialogProps {
  ticket: TicketView
  /** For several tickets, which keep their connections: takes what was chosen instead of transferring this one. */
  onChosen?: (patch: TicketPatch) => void
  onClose: () => void
}

const useTransferForm = ({ ticket, onChosen, onClose }: TransferDialogProps) => {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const [update] = useUpdateTicketMutation()
  return useFormDialog<TransferValues>({
    initialValues: { user: null, queueId: '', whatsappId: onChosen ? '' : (ticket.whatsappId ?? '') },
    check: ({ user, queueId }) => (user === null && queueId === '' ? { user: t('transfer.chooseOne') } : {}),
    save: async (values) => {
      if (onChosen) return onChosen(transferPatch(values))
      expectToLeave(ticket.id)
      try {
        await update({ before: ticket, shown: ticket, patch: transferPatch(values) }).unwrap()
      } catch (error) {
        stopExpecting(ticket.id)
        throw error
      }
    },
    onSaved: () => {
      if (onChosen) return onClose()
      toast.success(t('transfer.done'))
      onClose()
      void navigate('/tickets')
    },
  })
}

const ColleagueOption = ({ user }: { user: UserView }) => {
  const { t } = useTranslation('tickets')
  return (
    <>
      <span className="presence" data-online={user.online || undefined} />
      {user.name}
      <span className="visually-hidden">{user.online ? t('transfer.online') : t('transfer.offline')}</span>
    </>
  )
}

interface ColleagueFieldProps {
  ticket: TicketView
  userId: number | undefined
  error: string
  onChange: (user: UserView | null) => void
}

/** A colleague found by name, listed by queue. */
const ColleagueField = ({ ticket, userId, error, onChange }: ColleagueFieldProps) => {
  const { t } = useTranslation('tickets')
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const { data: users = [], isFetching } = useSearchUsersQuery(useDebounced(words.trim()))
  const colleagues = listColleagues(users, ticket)
  return (
    <Combobox
      autoFocus
      openOnFocus
      label={t('transfer.user')}
      placeholder={t('transfer.typeName')}
      error={error}
      options={colleagues}
      value={colleagues.find(({ user }) => user.id === userId) ?? chosen}
      loading={isFetching}
      groupBy={({ queueName }) => queueName || t('list.noQueue')}
      renderGroup={renderOptionGroup}
      getOptionLabel={({ user }) => user.name}
      getKey={({ user }) => user.id}
      noOptionsText={t('transfer.noUser')}
      loadingText={t('transfer.searching')}
      onInputChange={(_event, text, reason) => setWords(reason === 'input' ? text : '')}
      onChange={(_event, colleague) => {
        setChosen(colleague)
        onChange(colleague?.user ?? null)
      }}
    >
      {({ user }) => <ColleagueOption user={user} />}
    </Combobox>
  )
}

export const TransferDialog = (props: TransferDialogProps) => {
  const { ticket, onChosen, onClose } = props
  const { t } = useTranslation('tickets')
  const { data: queues = [] } = useListQueuesQuery(undefined)
  const { data: connections = [] } = useListConnectionsQuery()
  const form = useTransferForm(props)
  const { values, setFieldValue } = form
  return (
    <FormDialog
      open
      title={t('transfer.title')}
      form={form}
      submitLabel={t('transfer.submit')}
      onClose={onClose}
    >
      <ColleagueField
        ticket={ticket}
        userId={values.user?.id}
        error={(form.submitCount > 0 && form.errors.user) || ''}
        onChange={(user) => void setFieldValue('user', user)}
      />
      <QueueField
        queues={queues}
        label={t('transfer.queue')}
        value={values.queueId}
        none={t('transfer.keepQueue')}
        hint={values.user ? undefined : t('transfer.onlyQueueHint')}
        onChange={(id) => void setFieldValue('queueId', id)}
      />
      {onChosen ? null : (
        <ConnectionField
          connections={connections}
          value={values.whatsappId}
          onChange={(id) => void setFieldValue('whatsappId', id)}
        />
      )}
    </FormDialog>
  )
}
