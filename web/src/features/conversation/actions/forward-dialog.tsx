import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { MAX_FORWARD_RECIPIENTS, type MessageView } from '@balcao/contracts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useForwardMessagesMutation } from '../../../data/messages.api'
import { toast } from '../../../lib/toast'
import { FormDialog } from '../../../ui/form-dialog'
import { renderOptionGroup } from '../../../ui/option-group'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { useExcerpt } from '../thread/quote'
import { useRecipients, type Recipient } from './use-recipients'

interface ForwardValues {
  recipients: Recipient[]
}

export interface ForwardDialogProps {
  /** In the order of the conversation. */
  messages: readonly MessageView[]
  onClose: () => void
  onForwarded: () => void
}

const listIds = (recipients: readonly Recipient[], kind: Recipient['kind']): number[] =>
  recipients.filter((recipient) => recipient.kind === kind).map(({ id }) => id)

/** "Encaminhar": one's open conversations are offered at once, every contact from three letters on. */
export const ForwardDialog = ({ messages, onClose, onForwarded }: ForwardDialogProps) => {
  const { t } = useTranslation('tickets')
  const excerpt = useExcerpt()
  const [words, setWords] = useState('')
  const { recipients: offered, isFetching } = useRecipients(words)
  const [forward] = useForwardMessagesMutation()
  // One for the dialog: a second try sends to those only that the first did not reach.
  const clientId = useRef(crypto.randomUUID())
  const form = useFormDialog<ForwardValues>({
    initialValues: useRef<ForwardValues>({ recipients: [] }).current,
    check: ({ recipients }) => (recipients.length === 0 ? { recipients: t('forward.chooseOne') } : {}),
    save: ({ recipients }) =>
      forward({
        messageIds: messages.map(({ id }) => id),
        ticketIds: listIds(recipients, 'ticket'),
        contactIds: listIds(recipients, 'contact'),
        clientId: clientId.current,
      }).unwrap(),
    onSaved: () => {
      toast.success(t('forward.done', { count: form.values.recipients.length }))
      onForwarded()
      onClose()
    },
  })
  const { values, setFieldValue } = form
  const isFull = values.recipients.length >= MAX_FORWARD_RECIPIENTS
  const error = form.submitCount > 0 && form.errors.recipients !== undefined ? t('forward.chooseOne') : ''

  return (
    <FormDialog
      open
      title={t('forward.title', { count: messages.length })}
      form={form}
      submitLabel={t('forward.submit')}
      onClose={onClose}
    >
      <blockquote className="forward__excerpt">{messages.map(excerpt).join(' · ')}</blockquote>
      <Autocomplete
        multiple
        disableCloseOnSelect
        filterSelectedOptions
        options={offered}
        value={values.recipients}
        inputValue={words}
        loading={isFetching}
        groupBy={({ kind }) => t(`forward.group.${kind}`)}
        renderGroup={renderOptionGroup}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ kind, id }) => `${kind}-${id}`}
        getOptionDisabled={() => isFull}
        filterOptions={(options) => options}
        isOptionEqualToValue={(option, chosen) => option.kind === chosen.kind && option.id === chosen.id}
        loadingText={t('transfer.searching')}
        noOptionsText={t('transfer.typeMore')}
        onInputChange={(_event, text) => setWords(text)}
        onChange={(_event, recipients) => void setFieldValue('recipients', recipients)}
        renderOption={({ key, ...option }, { name, detail }) => (
          <li key={key} {...option}>
            <span className="two-lines">
              {name}
              <small>{detail}</small>
            </span>
          </li>
        )}
        renderInput={(field) => (
          <TextField
            {...field}
            autoFocus
            label={t('forward.to')}
            error={error !== ''}
            helperText={error || t('forward.limit', { count: MAX_FORWARD_RECIPIENTS })}
          />
        )}
      />
    </FormDialog>
  )
}
