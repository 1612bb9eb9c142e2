import { queueBody, type QueueView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useCreateQueueMutation, useUpdateQueueMutation } from '../../data/queues.api'
import { toast } from '../../lib/toast'
import { ColorField } from '../../ui/color-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { firstFreeColor, nextOrder, toQueueBody, type QueueValues } from './queue.form'

export interface QueueModalProps {
  /** undefined for a new queue. */
  queue: QueueView | undefined
  /** All queues of the company. */
  queues: readonly QueueView[]
  onClose: () => void
}

const useQueueForm = ({ queue, queues, onClose }: QueueModalProps) => {
  const { t } = useTranslation('queues')
  const [create] = useCreateQueueMutation()
  const [update] = useUpdateQueueMutation()
  return useFormDialog<QueueValues>({
    initialValues: queue
      ? { name: queue.name, color: queue.color, orderQueue: queue.orderQueue }
      : { name: '', color: firstFreeColor(queues), orderQueue: nextOrder(queues) },
    schema: queueBody,
    toBody: toQueueBody,
    save: (values) =>
      queue
        ? update({ id: queue.id, body: toQueueBody(values) }).unwrap()
        : create(toQueueBody(values)).unwrap(),
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
}

export const QueueModal = (props: QueueModalProps) => {
  const { queue, queues, onClose } = props
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const form = useQueueForm(props)
  const isNew = queue === undefined
  return (
    <FormDialog
      open
      title={t(isNew ? 'modal.add' : 'modal.edit')}
      submitLabel={common(isNew ? 'actions.add' : 'actions.save')}
      form={form}
      onClose={onClose}
    >
      <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
      <ColorField name="color" label={t('fields.color')} used={queues.map(({ color }) => color)} />
      <FormText
        name="orderQueue"
        label={t('fields.orderQueue')}
        hint={t('hints.orderQueue')}
        type="number"
        slotProps={{ htmlInput: { min: 0, inputMode: 'numeric' } }}
      />
    </FormDialog>
  )
}
