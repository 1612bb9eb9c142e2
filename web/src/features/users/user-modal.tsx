import { literals, profiles, userBody, userPatchBody, type UserView } from '@balcao/contracts'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import { useFormikContext } from 'formik'
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
import { ConfirmEmailDialog } from './confirm-email-dialog'
import { Invitation } from './invitation'
import {
  emptyUser,
  isOwnAccount,
  needsCurrentPassword,
  toNewUser,
  toUserPatch,
  toUserValues,
  type UserValues,
} from './user.form'

export interface UserModalProps {
  /** null for a new user. */
  userId: number | null
  onClose: () => void
}

/** The form, and the own new e-mail that waits for its code after it was saved. */
const useUserForm = ({ userId, onClose }: UserModalProps, view: UserView | undefined) => {
  const { t } = useTranslation('users')
  const me = useMe()
  const maySetRights = can(me, 'user-modal:editProfile')
  const [create] = useCreateUserMutation()
  const [update] = useUpdateUserMutation()
  const [pendingEmail, setPendingEmail] = useState<string>()
  const isNew = userId === null
  const asksPassword = (values: UserValues): boolean =>
    isOwnAccount(me, userId) && view !== undefined && needsCurrentPassword(values, view.email)

  const save = async (values: UserValues) => {
    const saved = isNew
      ? await create(toNewUser(values)).unwrap()
      : await update({ id: userId, body: toUserPatch(values, maySetRights) }).unwrap()
    const waiting = saved.pendingEmail
    if (waiting !== undefined && isOwnAccount(me, userId)) return setPendingEmail(waiting)
    if (waiting !== undefined && waiting !== view?.pendingEmail)
      toast.info(t('invitation.sent', { email: waiting }))
    onClose()
  }
  const form = useFormDialog<UserValues>({
    initialValues: view ? toUserValues(view) : emptyUser,
    schema: isNew ? userBody : userPatchBody,
    toBody: (values) => (isNew ? toNewUser(values) : toUserPatch(values, maySetRights)),
    check: (values) =>
      asksPassword(values) && values.currentPassword === '' ? { currentPassword: literals.required } : {},
    save,
    onSaved: () => void toast.success(t('saved')),
  })
  return { form, pendingEmail, isPasswordAsked: asksPassword(form.values) }
}

const Rights = () => {
  const { t } = useTranslation('users')
  const { data: connections } = useListConnectionsQuery()
  const { values } = useFormikContext<UserValues>()
  const seesNone =
    values.profile === 'user' && values.queueIds.length === 0 && values.allTicket === 'desabled'
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
      <QueuesField
        name="queueIds"
        label={t('fields.queueIds')}
        hint={t(seesNone ? 'hints.noQueue' : 'hints.queueIds')}
      />
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
  const { form, pendingEmail, isPasswordAsked } = useUserForm(props, opened)
  useEffect(() => {
    if (!error) return
    showError(error)
    onClose()
  }, [error, onClose])

  if (userId !== null && pendingEmail !== undefined)
    return <ConfirmEmailDialog userId={userId} email={pendingEmail} onClose={onClose} />

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
          {isPasswordAsked ? (
            <PasswordField
              name="currentPassword"
              label={t('fields.currentPassword')}
              hint={t('hints.currentPassword')}
              autoComplete="current-password"
              required
            />
          ) : null}
          {opened ? <Invitation user={opened} /> : null}
          {can(me, 'user-modal:editProfile') ? <Rights /> : null}
        </>
      ) : (
        [0, 1, 2].map((row) => <Skeleton key={row} variant="rounded" height={56} />)
      )}
    </FormDialog>
  )
}
