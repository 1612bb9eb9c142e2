import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
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
  onClose: () => void
}

export const TransferDialog = ({ ticket, onClose }: TransferDialogProps) => {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const searched = useDebounced(words.trim())
  const { data: users = [], isFetching } = useSearchUsersQuery(searched)
  const colleagues = listColleagues(users, ticket)
  const { data: queues = [] } = useListQueuesQuery(undefined)
  const { data: connections = [] } = useListConnectionsQuery()
  const [update] = useUpdateTicketMutation()

  const form = useFormDialog<TransferValues>({
    initialValues: { user: null, queueId: '', whatsappId: ticket.whatsappId ?? '' },
    check: ({ user, queueId }) => (user === null && queueId === '' ? { user: t('transfer.chooseOne') } : {}),
    save: async (values) => {
      expectToLeave(ticket.id)
      try {
        await update({ before: ticket, shown: ticket, patch: transferPatch(values) }).unwrap()
      } catch (error) {
        stopExpecting(ticket.id)
        throw error
      }
    },
    onSaved: () => {
      toast.success(t('transfer.done'))
      onClose()
      void navigate('/tickets')
    },
  })
  const { values, setFieldValue } = form
  const chooseError = (form.submitCount > 0 && form.errors.user) || ''

  return (
    <FormDialog
      open
      title={t('transfer.title')}
      form={form}
      submitLabel={t('transfer.submit')}
      onClose={onClose}
    >
      <Autocomplete
        options={colleagues}
        value={colleagues.find(({ user }) => user.id === values.user?.id) ?? chosen}
        loading={isFetching}
        openOnFocus
        filterOptions={(options) => options}
        groupBy={({ queueName }) => queueName || t('list.noQueue')}
        renderGroup={renderOptionGroup}
        getOptionLabel={({ user }) => user.name}
        getOptionKey={({ user }) => user.id}
        isOptionEqualToValue={(option, value) => option.user.id === value.user.id}
        noOptionsText={t('transfer.noUser')}
        loadingText={t('transfer.searching')}
        onInputChange={(_event, text, reason) => setWords(reason === 'input' ? text : '')}
        onChange={(_event, colleague) => {
          setChosen(colleague)
          void setFieldValue('user', colleague?.user ?? null)
        }}
        renderOption={({ key, ...option }, { user }) => (
          <li key={key} {...option}>
            <span className="presence" data-online={user.online || undefined} />
            {user.name}
            <span className="visually-hidden">
              {user.online ? t('transfer.online') : t('transfer.offline')}
            </span>
          </li>
        )}
        renderInput={(field) => (
          <TextField
            {...field}
            autoFocus
            label={t('transfer.user')}
            placeholder={t('transfer.typeName')}
            error={chooseError !== ''}
            helperText={chooseError}
          />
        )}
      />
      <QueueField
        queues={queues}
        label={t('transfer.queue')}
        value={values.queueId}
        none={t('transfer.keepQueue')}
        hint={values.user ? undefined : t('transfer.onlyQueueHint')}
        onChange={(id) => void setFieldValue('queueId', id)}
      />
      <ConnectionField
        connections={connections}
        value={values.whatsappId}
        onChange={(id) => void setFieldValue('whatsappId', id)}
      />
    </FormDialog>
  )
}
