import { companyId, connectionId, userId } from '@balcao/contracts'
import { column, fixed, generated, orNull, tableOf } from '@balcao/platform'

import type { User } from '../../features/users/user.store'

export const users = tableOf<Omit<User, 'queueIds'>>()(
  'users',
  {
    id: generated(column.int('id', userId)),
    companyId: fixed(column.int('company_id', companyId)),
    name: column.text('name'),
    email: column.text('email'),
    profile: column.text('profile'),
    super: column.bool('super'),
    active: column.bool('active'),
    allTicket: column.bool('all_ticket'),
    connectionId: orNull(column.int('connection_id', connectionId)),
    // Raised by raiseTokenVersion alone: no other change takes back that tokens are invalid.
    tokenVersion: generated(column.int('token_version')),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
    // Counted by a trigger.
    revision: generated(column.int('revision')),
  },
  { unmapped: ['password_hash', 'demo'] },
)
