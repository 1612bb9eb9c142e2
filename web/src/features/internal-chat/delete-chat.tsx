import type { ChatView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { useDeleteChatMutation } from '../../data/chats.api'
import { DeleteDialog } from '../../ui/delete-dialog'

export const DeleteChat = ({ chat, onClose }: { chat: ChatView; onClose: () => void }) => {
  const { t } = useTranslation('chats')
  const navigate = useNavigate()
  const [remove] = useDeleteChatMutation()
  return (
    <DeleteDialog
      title={t('confirm.title')}
      text={t('confirm.text', { title: chat.title })}
      doneText={t('deleted')}
      remove={() => remove(chat.id)}
      onClose={onClose}
      onDeleted={() => void navigate('/chats', { replace: true })}
    />
  )
}
