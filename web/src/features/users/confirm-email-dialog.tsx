import { confirmEmailBody } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useConfirmEmailMutation } from '../../data/users.api'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'

export interface ConfirmEmailDialogProps {
  userId: number
  /** Which the code was mailed to. */
  email: string
  onClose: () => void
}

/** Asks for the code that was mailed to the own new e-mail. */
export const ConfirmEmailDialog = ({ userId, email, onClose }: ConfirmEmailDialogProps) => {
  const { t } = useTranslation('users')
  const [confirm] = useConfirmEmailMutation()
  const form = useFormDialog({
    initialValues: { code: '' },
    schema: confirmEmailBody,
    save: ({ code }) => confirm({ id: userId, code: code.trim() }).unwrap(),
    onSaved: () => {
      toast.success(t('confirmEmail.done'))
      onClose()
    },
  })
  return (
    <FormDialog
      open
      title={t('confirmEmail.title')}
      submitLabel={t('confirmEmail.submit')}
      form={form}
      onClose={onClose}
    >
      <p>{t('confirmEmail.text', { email })}</p>
      <FormText name="code" label={t('fields.code')} required autoFocus autoComplete="one-time-code" />
    </FormDialog>
  )
}
