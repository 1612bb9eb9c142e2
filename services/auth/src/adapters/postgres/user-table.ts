import { companyId, connectionId, queueId, userId, type QueueId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, hidden, orNull, virtual, type Column } from '@balcao/platform'

import type { User } from '../../features/users/user.store'

export interface StoredUser extends User {
  passwordHash?: string | undefined
  isDemo?: boolean | undefined
}

const listQueues = (user: string) => `ARRAY(SELECT q.queue_id FROM user_queues q
  WHERE q.company_id = ${user}.company_id AND q.user_id = ${user}.id ORDER BY q.queue_id)`

export const users = entityOf<StoredUser>()('users', {
  id: generated(column.int('id', userId)),
  companyId: fixed(column.int('company_id', companyId)),
  name: column.text('name'),
  email: column.text('email'),
  emailConfirmed: column.bool('email_confirmed'),
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
  // The column type of lists is readonly, the user's own is not.
  queueIds: virtual(column.ints('queue_ids', queueId), listQueues) as Column<QueueId[], 'never'>,
  passwordHash: hidden(column.text('password_hash')),
  isDemo: hidden(column.bool('demo')),
})
