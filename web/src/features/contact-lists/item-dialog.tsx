import { contactListItemBody, type ContactListItemView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import {
  useCreateContactListItemMutation,
  useUpdateContactListItemMutation,
} from '../../data/contact-lists.api'
import { formatPhone } from '../../lib/format-phone'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'

export interface ItemDialogProps {
  contactListId: number
  /** Undefined for a new contact. */
  item: ContactListItemView | undefined
  onClose: () => void
}

interface ItemValues {
  name: string
  number: string
  email: string
}

const toValues = (item: ContactListItemView | undefined): ItemValues => ({
  name: item?.name ?? '',
  number: item ? formatPhone(item.number) : '',
  email: item?.email ?? '',
})

const useItemForm = ({ contactListId, item, onClose }: ItemDialogProps) => {
  const { t } = useTranslation('contactLists')
  const [create] = useCreateContactListItemMutation()
  const [update] = useUpdateContactListItemMutation()
  const toBody = (values: ItemValues) => ({ ...values, email: values.email.trim(), contactListId })
  return useFormDialog<ItemValues>({
    initialValues: toValues(item),
    schema: contactListItemBody,
    toBody,
    save: (values) => {
      const { contactListId: _, ...patch } = toBody(values)
      return item ? update({ id: item.id, body: patch }).unwrap() : create(toBody(values)).unwrap()
    },
    onSaved: () => {
      toast.success(t('item.saved'))
      onClose()
    },
  })
}

/** Dialog for a contact of a list. */
export const ItemDialog = (props: ItemDialogProps) => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  const form = useItemForm(props)
  return (
    <FormDialog
      open
      title={t(props.item ? 'item.edit' : 'item.add')}
      submitLabel={common(props.item ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={props.onClose}
    >
      <FormText name="name" label={t('columns.name')} required autoFocus autoComplete="off" />
      <FormText
        name="number"
        label={t('columns.number')}
        hint={t('item.numberHint')}
        required
        inputMode="tel"
      />
      <FormText name="email" type="email" label={t('columns.email')} autoComplete="off" />
    </FormDialog>
  )
}
