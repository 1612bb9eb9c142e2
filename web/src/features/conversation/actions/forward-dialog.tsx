import { MAX_FORWARD_RECIPIENTS, type MessageView } from '@balcao/contracts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useForwardMessagesMutation } from '../../../data/messages.api'
import { toast } from '../../../lib/toast'
import { FormDialog } from '../../../ui/form-dialog'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { useExcerpt } from '../thread/quote'
import { ChoicesField, type Choice } from './choices-field'
import { useRecipients } from './use-recipients'

interface ForwardValues {
  recipients: Choice[]
}

export interface ForwardDialogProps {
  /** In the order of the conversation. */
  messages: readonly MessageView[]
  onClose: () => void
  onForwarded: () => void
}

const listIds = (recipients: readonly Choice[], kind: Choice['kind']): number[] =>
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

  return (
    <FormDialog
      open
      title={t('forward.title', { count: messages.length })}
      form={form}
      submitLabel={t('forward.submit')}
      onClose={onClose}
    >
      <blockquote className="forward__excerpt">{messages.map(excerpt).join(' · ')}</blockquote>
      <ChoicesField
        label={t('forward.to')}
        hint={t('forward.limit', { count: MAX_FORWARD_RECIPIENTS })}
        error={form.submitCount > 0 && form.errors.recipients !== undefined ? t('forward.chooseOne') : ''}
        offered={offered}
        chosen={form.values.recipients}
        max={MAX_FORWARD_RECIPIENTS}
        words={words}
        isLoading={isFetching}
        onWords={setWords}
        onChange={(recipients) => void form.setFieldValue('recipients', recipients)}
      />
    </FormDialog>
  )
}
