import type { UserView } from '@balcao/contracts'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { Avatar } from '../../ui/avatar'
import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { EditIcon, TrashIcon } from '../../ui/icons'
import '../../ui/list-table.css'
import './users.css'

export interface UserListProps {
  users: UserView[]
  onEdit: (user: UserView) => void
  onDelete: (user: UserView) => void
}

type RowProps = Omit<UserListProps, 'users'> & { user: UserView }

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
  const { t: common } = useTranslation()
  const me = useMe()
  // The server refuses both.
  const isOutOfReach = user.super && !me.super
  return (
    <span className="list-actions">
      <IconAction
        label={`${common('actions.edit')}: ${user.name}`}
        disabled={isOutOfReach}
        onClick={() => onEdit(user)}
      >
        <EditIcon />
      </IconAction>
      <IconAction
        label={`${common('actions.delete')}: ${user.name}`}
        disabled={isOutOfReach || user.id === me.id}
        onClick={() => onDelete(user)}
      >
        <TrashIcon />
      </IconAction>
    </span>
  )
}

export const UserTable = ({ users, ...handlers }: UserListProps) => {
  const { t } = useTranslation('users')
  return (
    <div className="list-table">
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>{t('columns.id')}</TableCell>
            <TableCell>{t('columns.name')}</TableCell>
            <TableCell>{t('columns.email')}</TableCell>
            <TableCell>{t('columns.profile')}</TableCell>
            <TableCell>{t('columns.queues')}</TableCell>
            <TableCell align="right">{t('columns.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <TableRow key={user.id} hover>
              <TableCell>{user.id}</TableCell>
              <TableCell component="th" scope="row">
                <Name user={user} />
              </TableCell>
              <TableCell>{user.email}</TableCell>
              <TableCell>
                <Profile user={user} />
              </TableCell>
              <TableCell>
                <Queues user={user} />
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                <Actions user={user} {...handlers} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
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
          <span className="user-email">{user.email}</span>
          <Actions user={user} {...handlers} />
        </div>
      </li>
    ))}
  </ul>
)
