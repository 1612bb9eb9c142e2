import type { SessionUserView, UserView } from '@balcao/contracts'

import type { NewUser, UserPatch } from '../../data/users.api'

/** The dialog's fields. An empty password leaves the stored one unchanged. */
export interface UserValues {
  name: string
  email: string
  password: string
  /** Of one's own account, to change its e-mail or password. */
  currentPassword: string
  profile: UserView['profile']
  queueIds: number[]
  whatsappId: number | ''
  allTicket: UserView['allTicket']
}

export const emptyUser: UserValues = {
  name: '',
  email: '',
  password: '',
  currentPassword: '',
  profile: 'user',
  queueIds: [],
  whatsappId: '',
  allTicket: 'desabled',
}

/** A user as the form shows it. */
export const toUserValues = (view: UserView): UserValues => ({
  name: view.name,
  email: view.email,
  password: '',
  currentPassword: '',
  profile: view.profile,
  queueIds: view.queueIds,
  whatsappId: view.whatsappId ?? '',
  allTicket: view.allTicket,
})

const toRights = ({ profile, queueIds, whatsappId, allTicket }: UserValues) => ({
  profile,
  queueIds,
  whatsappId: whatsappId === '' ? null : whatsappId,
  allTicket,
})

export const toNewUser = (values: UserValues): NewUser => {
  const { name, email, password } = values
  return { name, email: email.trim(), password, ...toRights(values) }
}

/** Whether the change of one's own account needs the present password. @param email as it is stored. */
export const needsCurrentPassword = (values: UserValues, email: string): boolean =>
  values.password !== '' || values.email.trim().toLowerCase() !== email

/** @param maySetRights without it only name, e-mail and password are sent. */
export const toUserPatch = (values: UserValues, maySetRights: boolean): UserPatch => {
  const { name, email, password, currentPassword } = values
  const own = {
    name,
    email: email.trim(),
    ...(password !== '' && { password }),
    ...(currentPassword !== '' && { currentPassword }),
  }
  return maySetRights ? { ...own, ...toRights(values) } : own
}

export const isOwnAccount = (me: Pick<SessionUserView, 'id'>, userId: number | null): boolean =>
  me.id === userId
