import { fileListBody, type FileListView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { toFileListBody, toFileListValues, type FileListValues } from './file-list.form'
import { OptionsField } from './options-field'
import { useSaveFileList } from './use-save-file-list'

export interface FileListModalProps {
  /** undefined for a new one. */
  list: FileListView | undefined
  onClose: () => void
}

export const FileListModal = ({ list, onClose }: FileListModalProps) => {
  const { t } = useTranslation('files')
  const { t: common } = useTranslation()
  const { save, states } = useSaveFileList(list)
  const [initialValues] = useState(() => toFileListValues(list))
  const form = useFormDialog<FileListValues>({
    initialValues,
    schema: fileListBody,
    toBody: toFileListBody,
    save,
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t(list ? 'modal.edit' : 'modal.add')}
      submitLabel={common(list ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={onClose}
    >
      <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
      <FormText name="message" label={t('fields.message')} required multiline minRows={3} maxRows={8} />
      <OptionsField states={states} />
    </FormDialog>
  )
}
