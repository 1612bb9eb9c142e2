import { contactListBody, type ContactListView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useCreateContactListMutation, useUpdateContactListMutation } from '../../data/contact-lists.api'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'

export interface ListDialogProps {
  list: ContactListView | undefined
  onClose: () => void
  onCreated: (list: ContactListView) => void
}

/** Dialog for a new list, or an existing one's name. */
export const ListDialog = ({ list, onClose, onCreated }: ListDialogProps) => {
  const { t } = useTranslation('contactLists')
  const { t: common } = useTranslation()
  const [create] = useCreateContactListMutation()
  const [update] = useUpdateContactListMutation()
  const form = useFormDialog<{ name: string }>({
    initialValues: { name: list?.name ?? '' },
    schema: contactListBody,
    save: async ({ name }) => {
      if (list) await update({ id: list.id, name }).unwrap()
      else onCreated(await create(name).unwrap())
    },
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      title={t(list ? 'modal.edit' : 'modal.add')}
      submitLabel={common(list ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText name="name" label={t('columns.name')} required autoFocus autoComplete="off" />
    </FormDialog>
  )
}
