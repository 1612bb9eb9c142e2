import { profiles, userBody, userPatchBody, type UserView } from '@balcao/contracts'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListConnectionsQuery } from '../../data/connections.api'
import { useMe } from '../../data/hooks'
import { useCreateUserMutation, useGetUserQuery, useUpdateUserMutation } from '../../data/users.api'
import { can } from '../../lib/can'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { FormDialog } from '../../ui/form-dialog'
import { FormText } from '../../ui/form-fields'
import { PasswordField } from '../../ui/password-field'
import { useFormDialog } from '../../ui/use-form-dialog'
import { QueuesField } from '../queues'
import { emptyUser, toNewUser, toUserPatch, toUserValues, type UserValues } from './user.form'

export interface UserModalProps {
  /** null for a new user. */
  userId: number | null
  onClose: () => void
}

const useUserForm = ({ userId, onClose }: UserModalProps, view: UserView | undefined) => {
  const { t } = useTranslation('users')
  const maySetRights = can(useMe(), 'user-modal:editProfile')
  const [create] = useCreateUserMutation()
  const [update] = useUpdateUserMutation()
  const isNew = userId === null
  return useFormDialog<UserValues>({
    initialValues: view ? toUserValues(view) : emptyUser,
    schema: isNew ? userBody : userPatchBody,
    toBody: (values) => (isNew ? toNewUser(values) : toUserPatch(values, maySetRights)),
    save: (values) =>
      isNew
        ? create(toNewUser(values)).unwrap()
        : update({ id: userId, body: toUserPatch(values, maySetRights) }).unwrap(),
    onSaved: () => {
      toast.success(t('saved'))
      onClose()
    },
  })
}

const Rights = () => {
  const { t } = useTranslation('users')
  const { data: connections } = useListConnectionsQuery()
  if (!connections) return <Skeleton variant="rounded" height={56} />
  return (
    <>
      <FormText name="profile" label={t('fields.profile')} select>
        {profiles.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`profile.${one}`)}
          </MenuItem>
        ))}
      </FormText>
      <QueuesField name="queueIds" label={t('fields.queueIds')} hint={t('hints.queueIds')} />
      <FormText
        name="whatsappId"
        label={t('fields.whatsappId')}
        hint={t('hints.whatsappId')}
        select
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t('fields.noConnection')}</MenuItem>
        {connections.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </FormText>
      <FormText name="allTicket" label={t('fields.allTicket')} hint={t('hints.allTicket')} select>
        <MenuItem value="enabled">{t('allTicket.enabled')}</MenuItem>
        <MenuItem value="desabled">{t('allTicket.desabled')}</MenuItem>
      </FormText>
    </>
  )
}

/** Dialog for a new or an existing user; users who are not administrators edit only their own name, e-mail and password. */
export const UserModal = (props: UserModalProps) => {
  const { userId, onClose } = props
  const { t } = useTranslation('users')
  const { t: common } = useTranslation()
  const me = useMe()
  const isNew = userId === null
  const { data, error } = useGetUserQuery(userId ?? 0, { skip: isNew, refetchOnMountOrArgChange: true })
  // The form keeps its first values: events about the user do not overwrite what is typed.
  const [opened, setOpened] = useState<UserView>()
  if (data && !opened) setOpened(data)
  const form = useUserForm(props, opened)
  useEffect(() => {
    if (!error) return
    showError(error)
    onClose()
  }, [error, onClose])

  const title = isNew ? 'modal.add' : userId === me.id ? 'modal.own' : 'modal.edit'
  return (
    <FormDialog
      open
      title={t(title)}
      submitLabel={common(isNew ? 'actions.add' : 'actions.save')}
      form={form}
      onClose={onClose}
    >
      {isNew || opened ? (
        <>
          <FormText name="name" label={t('fields.name')} required autoFocus autoComplete="off" />
          <FormText
            name="email"
            type="email"
            label={t('fields.email')}
            required
            autoComplete={userId === me.id ? 'username' : 'off'}
          />
          <PasswordField
            name="password"
            label={t('fields.password')}
            hint={isNew ? t('hints.newPassword') : t('hints.password')}
            required={isNew}
          />
          {can(me, 'user-modal:editProfile') ? <Rights /> : null}
        </>
      ) : (
        [0, 1, 2].map((row) => <Skeleton key={row} variant="rounded" height={56} />)
      )}
    </FormDialog>
  )
}
