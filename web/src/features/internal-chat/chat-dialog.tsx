import type { ChatView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useCreateChatMutation, useUpdateChatMutation } from '../../data/chats.api'
import { useMe } from '../../data/hooks'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { useFormDialog } from '../../ui/use-form-dialog'
import { UsersField } from './users-field'

interface ChatValues {
  title: string
  /** Without the user's own. */
  userIds: number[]
}

const toBody = ({ title, userIds }: ChatValues) => ({ title, users: userIds.map((id) => ({ id })) })

export interface ChatDialogProps {
  /** undefined for a new one. */
  chat: ChatView | undefined
  onClose: () => void
  onSaved: (chat: ChatView) => void
}

const useChatForm = ({ chat, onSaved }: ChatDialogProps) => {
  const { t } = useTranslation('chats')
  const me = useMe()
  const [create] = useCreateChatMutation()
  const [update] = useUpdateChatMutation()
  const [initialValues] = useState<ChatValues>(() => ({
    title: chat?.title ?? '',
    userIds: (chat?.users ?? []).map(({ userId }) => userId).filter((id) => id !== me.id),
  }))
  return useFormDialog<ChatValues>({
    initialValues,
    check: ({ title, userIds }) => ({
      ...(title.trim() === '' && { title: t('needTitle') }),
      ...(userIds.length === 0 && { userIds: t('needUsers') }),
    }),
    save: async (values) => {
      const body = toBody(values)
      const saved = chat ? await update({ id: chat.id, body }).unwrap() : await create(body).unwrap()
      toast.success(t('saved'))
      onSaved(saved)
    },
    onSaved: () => undefined,
  })
}

/** A new chat, or another title and other users for one's own. */
export const ChatDialog = (props: ChatDialogProps) => {
  const { t } = useTranslation('chats')
  const { t: common } = useTranslation()
  const form = useChatForm(props)
  const missing = [
    ...(form.values.title.trim() === '' ? [t('needTitle')] : []),
    ...(form.values.userIds.length === 0 ? [t('needUsers')] : []),
  ]
  return (
    <FormDialog
      open
      title={t(props.chat ? 'dialog.edit' : 'dialog.add')}
      submitLabel={common(props.chat ? 'actions.save' : 'actions.add')}
      form={form}
      onClose={props.onClose}
    >
      {form.submitCount > 0 && missing.length > 0 ? (
        <Alert severity="error" role="alert">
          {missing.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      ) : null}
      <FormText
        name="title"
        label={t('fields.title')}
        required
        autoFocus
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <UsersField name="userIds" label={t('fields.users')} />
    </FormDialog>
  )
}
