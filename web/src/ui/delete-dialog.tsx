import { useTranslation } from 'react-i18next'

import { showError } from '../lib/error-toast'
import { toast } from '../lib/toast'
import { ConfirmDialog } from './confirm-dialog'

export interface DeleteDialogProps {
  title: string
  text: string
  /** Said when it is done. */
  doneText: string
  /** A mutation: answers an error instead of throwing. */
  remove: () => Promise<{ error?: unknown }>
  busy: boolean
  onClose: () => void
}

/** Asks before something is deleted, and says what came of it; closes either way. */
export const DeleteDialog = ({ title, text, doneText, remove, busy, onClose }: DeleteDialogProps) => {
  const { t } = useTranslation()
  const handleConfirm = async () => {
    const { error } = await remove()
    if (error) showError(error)
    else toast.success(doneText)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={title}
      text={text}
      confirmLabel={t('actions.delete')}
      destructive
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void handleConfirm()}
    />
  )
}
