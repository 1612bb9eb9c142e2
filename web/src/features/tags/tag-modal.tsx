import { tagBody, type TagView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useCreateTagMutation, useListAllTagsQuery, useUpdateTagMutation } from '../../data/tags.api'
import { can } from '../../lib/can'
import { toast } from '../../lib/toast'
import { ColorField } from '../../ui/color-field'
import { FormDialog } from '../../ui/form-dialog'
import { FormSwitch, FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { isNameTaken, toTagBody, toTagValues, type TagValues } from './tag.form'

export interface TagModalProps {
  /** undefined for a new tag. */
  tag: TagView | undefined
  onClose: () => void
}

const useTagForm = ({ tag, onClose }: TagModalProps, maySetLane: boolean) => {
  const { t } = useTranslation('tags')
  const { t: common } = useTranslation()
  const { data: all = [] } = useListAllTagsQuery(undefined)
  const [create] = useCreateTagMutation()
  const [update] = useUpdateTagMutation()
  return useFormDialog<TagValues>({
    initialValues: toTagValues(tag),
    schema: tagBody,
    toBody: (values) => toTagBody(values, maySetLane),
    check: ({ name }) =>
      isNameTaken(all, name, tag?.id) ? { name: common('backendErrors.ERR_TAG_NAME_ALREADY_EXISTS') } : {},
    save: (values) => {
      const body = toTagBody(values, maySetLane)
      return tag ? update({ id: tag.id, body }).unwrap() : create(body).unwrap()
    },
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
}

export const TagModal = (props: TagModalProps) => {
  const { tag, onClose } = props
  const { t } = useTranslation('tags')
  const { t: common } = useTranslation()
  const maySetLane = can(useMe(), 'tag-modal:kanban')
  const form = useTagForm(props, maySetLane)
  return (
    <FormDialog
      open
      title={t(tag ? 'modal.edit' : 'modal.add')}
      submitLabel={common(tag ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
      <ColorField name="color" label={t('fields.color')} used={[]} />
      {maySetLane ? <FormSwitch name="isLane" label={t('fields.kanban')} hint={t('hints.kanban')} /> : null}
    </FormDialog>
  )
}
