import { useState, type ReactNode } from 'react'
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
  /** What has to be filled in before. */
  children?: ReactNode
  confirmDisabled?: boolean
  onClose: () => void
  /** After `onClose`, when the server has deleted it. */
  onDeleted?: () => void
}

/** Asks before something is deleted, and says what came of it; closes either way. */
export const DeleteDialog = ({ doneText, remove, onClose, onDeleted, ...shown }: DeleteDialogProps) => {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const handleConfirm = async () => {
    setRemoving(true)
    const { error } = await remove()
    if (error) showError(error)
    else toast.success(doneText)
    onClose()
    if (!error) onDeleted?.()
  }
  return (
    <ConfirmDialog
      open
      {...shown}
      confirmLabel={t('actions.delete')}
      destructive
      busy={isRemoving}
      onCancel={onClose}
      onConfirm={() => void handleConfirm()}
    />
  )
}
