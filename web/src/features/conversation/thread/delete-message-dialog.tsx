import { useTranslation } from 'react-i18next'

import { useDeleteMessageMutation } from '../../../data/messages.api'
import { showError } from '../../../lib/error-toast'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import type { Bubble } from './thread-rows'

export interface DeleteMessageDialogProps {
  bubble: Bubble
  onClose: () => void
}

/** Asks before a message is deleted for everybody. */
export const DeleteMessageDialog = ({ bubble, onClose }: DeleteMessageDialogProps) => {
  const { t } = useTranslation('tickets')
  const [deleteMessage, { isLoading }] = useDeleteMessageMutation()
  const handleConfirm = async () => {
    try {
      await deleteMessage(bubble.message).unwrap()
    } catch (error) {
      showError(error)
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={t('menu.deleteTitle')}
      text={t('menu.deleteText')}
      destructive
      busy={isLoading}
      onConfirm={() => void handleConfirm()}
      onCancel={onClose}
    />
  )
}
