import { quickMessageBody, type QuickMessageView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useCreateQuickMessageMutation,
  useDeleteQuickMessageFileMutation,
  useUpdateQuickMessageMutation,
  useUploadQuickMessageFileMutation,
} from '../../data/quick-messages.api'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormSwitch, FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { FileChoiceField, isFileChanged, type FileChoice } from '../../ui/file-choice-field'
import { MessageField } from '../../ui/message-field'
import { toQuickMessageBody, toQuickMessageValues, type QuickMessageValues } from './quick-message.form'

export interface QuickMessageModalProps {
  /** undefined for a new one. */
  quickMessage: QuickMessageView | undefined
  onClose: () => void
}

/** Saves the fields, then the file; a second try of a new one with a refused file changes what the first made. */
const useSave = (quickMessage: QuickMessageView | undefined, choice: FileChoice) => {
  const [create] = useCreateQuickMessageMutation()
  const [update] = useUpdateQuickMessageMutation()
  const [upload] = useUploadQuickMessageFileMutation()
  const [removeFile] = useDeleteQuickMessageFileMutation()
  const [made, setMade] = useState(quickMessage)
  return async (values: QuickMessageValues) => {
    const body = toQuickMessageBody(values)
    const saved = made ? await update({ id: made.id, body }).unwrap() : await create(body).unwrap()
    setMade(saved)
    if (choice.kind === 'picked') await upload({ id: saved.id, file: choice.file }).unwrap()
    if (choice.kind === 'none' && saved.isMedia) await removeFile(saved.id).unwrap()
  }
}

export const QuickMessageModal = ({ quickMessage, onClose }: QuickMessageModalProps) => {
  const { t } = useTranslation('quickMessages')
  const { t: common } = useTranslation()
  const [choice, setChoice] = useState<FileChoice>({ kind: 'stored' })
  const save = useSave(quickMessage, choice)
  const [initialValues] = useState(() => toQuickMessageValues(quickMessage))
  const stored = quickMessage?.media ?? null
  const form = useFormDialog<QuickMessageValues>({
    initialValues,
    schema: quickMessageBody,
    toBody: toQuickMessageBody,
    save,
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      title={t(quickMessage ? 'modal.edit' : 'modal.add')}
      submitLabel={common(quickMessage ? 'actions.save' : 'actions.add')}
      form={{ ...form, dirty: form.dirty || isFileChanged(stored, choice) }}
      onClose={onClose}
    >
      <FormText
        name="shortcode"
        label={t('fields.shortcode')}
        hint={t('hints.shortcode')}
        required
        autoFocus
        autoComplete="off"
      />
      <MessageField name="message" label={t('fields.message')} />
      <FileChoiceField stored={stored} choice={choice} onChange={setChoice} />
      <FormSwitch name="isCompanyWide" label={t('fields.geral')} hint={t('hints.geral')} />
      <FormSwitch name="isActive" label={t('fields.status')} hint={t('hints.status')} />
    </FormDialog>
  )
}
