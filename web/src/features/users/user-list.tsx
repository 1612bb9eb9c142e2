import type { userSorts, UserView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import type { Sorting } from '../../lib/use-sort'
import { Avatar } from '../../ui/avatar'
import { ColorChip } from '../../ui/color-chip'
import '../../ui/list-table.css'
import { RecordActions } from '../../ui/record-actions'
import { RecordTable } from '../../ui/record-table'
import './users.css'

export interface UserListProps {
  users: UserView[]
  sorting: Sorting<(typeof userSorts)[number]> | undefined
  onEdit: (user: UserView) => void
  onDelete: (user: UserView) => void
}

type RowProps = Pick<UserListProps, 'onEdit' | 'onDelete'> & { user: UserView }

const Name = ({ user }: { user: UserView }) => {
  const { t } = useTranslation('users')
  const isMe = useMe().id === user.id
  return (
    <span className="user-name">
      <span className="user-name__face">
        <Avatar name={user.name} size={32} />
        {user.online ? <span className="user-name__online" role="img" aria-label={t('online')} /> : null}
      </span>
      <span>
        <b>{user.name}</b>
        {isMe ? <small> · {t('you')}</small> : null}
      </span>
    </span>
  )
}

const Email = ({ user }: { user: UserView }) => {
  const { t } = useTranslation('users')
  const { email, emailConfirmed, pendingEmail } = user
  const isMoving = emailConfirmed && pendingEmail !== undefined
  return (
    <span className="user-email">
      {email}
      {emailConfirmed ? null : <ColorChip>{t('email.unconfirmed')}</ColorChip>}
      {isMoving ? <small>{t('email.pending', { email: pendingEmail })}</small> : null}
    </span>
  )
}

const Profile = ({ user }: { user: UserView }) => {
  const { t } = useTranslation('users')
  return <ColorChip>{user.super ? t('profile.super') : t(`profile.${user.profile}`)}</ColorChip>
}

const Queues = ({ user }: { user: UserView }) => (
  <span className="list-chips">
    {user.queues.map((queue) => (
      <ColorChip key={queue.id} color={queue.color}>
        {queue.name}
      </ColorChip>
    ))}
  </span>
)

const Actions = ({ user, onEdit, onDelete }: RowProps) => {
  const me = useMe()
  // The server refuses both.
  const isOutOfReach = user.super && !me.super
  return (
    <RecordActions
      name={user.name}
      mayEdit={!isOutOfReach}
      mayDelete={!isOutOfReach && user.id !== me.id}
      onEdit={() => onEdit(user)}
      onDelete={() => onDelete(user)}
    />
  )
}

export const UserTable = ({ users, sorting, ...handlers }: UserListProps) => {
  const { t } = useTranslation('users')
  return (
    <RecordTable
      records={users}
      sorting={sorting}
      columns={[
        { head: t('columns.id'), sort: 'id', cell: ({ id }) => id },
        { head: t('columns.name'), sort: 'name', isRowHead: true, cell: (user) => <Name user={user} /> },
        { head: t('columns.email'), sort: 'email', cell: (user) => <Email user={user} /> },
        { head: t('columns.profile'), sort: 'profile', cell: (user) => <Profile user={user} /> },
        { head: t('columns.queues'), cell: (user) => <Queues user={user} /> },
        {
          head: t('columns.actions'),
          align: 'right',
          isOneLine: true,
          cell: (user) => <Actions user={user} {...handlers} />,
        },
      ]}
    />
  )
}

/** Below 900 px: one card each. */
export const UserCards = ({ users, ...handlers }: UserListProps) => (
  <ul className="list-cards">
    {users.map((user) => (
      <li key={user.id} className="list-card">
        <div className="list-card__head">
          <Name user={user} />
          <Profile user={user} />
        </div>
        <Queues user={user} />
        <div className="list-card__foot">
          <Email user={user} />
          <Actions user={user} {...handlers} />
        </div>
      </li>
    ))}
  </ul>
)
