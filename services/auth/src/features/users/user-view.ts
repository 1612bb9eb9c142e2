import type { QueueRefView, UserView } from '@balcao/contracts'

import type { User } from './user'

/** Wire spelling of the flag. */
export const toAllTicketText = (allTicket: boolean): 'enabled' | 'desabled' =>
  allTicket ? 'enabled' : 'desabled'

/** The user's queues, in the order of `named`. */
export const selectUserQueues = (user: User, named: readonly QueueRefView[]): QueueRefView[] =>
  named.filter((queue) => user.queueIds.some((id) => id === queue.id))

export const toUserView = (
  user: User,
  company: { name: string },
  named: readonly QueueRefView[],
  { isOnline, pendingEmail }: { isOnline: boolean; pendingEmail: string | undefined },
): UserView => ({
  id: user.id,
  name: user.name,
  email: user.email,
  profile: user.profile,
  companyId: user.companyId,
  company: { id: user.companyId, name: company.name },
  super: user.super,
  allTicket: toAllTicketText(user.allTicket),
  whatsappId: user.connectionId,
  queues: selectUserQueues(user, named),
  queueIds: [...user.queueIds],
  online: isOnline,
  emailConfirmed: user.emailConfirmed,
  ...(pendingEmail !== undefined && { pendingEmail }),
  createdAt: user.createdAt.toISOString(),
})
