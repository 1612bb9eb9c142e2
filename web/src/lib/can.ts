import type { SessionUserView } from '@balcao/contracts'

type Actor = Pick<SessionUserView, 'profile' | 'super'>

const isAdmin = (user: Actor) => user.profile === 'admin' || user.super
const isAdminOrSupervisor = (user: Actor) => isAdmin(user) || user.profile === 'supervisor'
const isSuper = (user: Actor) => user.super

/** Permissions for hiding controls; the server checks them again. */
const rules = {
  'dashboard:view': isAdmin,
  'drawer-admin-items:view': isAdmin,
  'tickets-manager:showall': isAdmin,
  'tickets-search:users': isAdmin,
  'ticket:peek': isAdminOrSupervisor,
  'ticket-options:deleteTicket': isAdmin,
  'new-ticket:withoutQueue': isAdmin,
  'contacts-page:deleteContact': isAdmin,
  'contacts-page:mergeContact': isAdmin,
  'connections-page:view': isAdmin,
  'connections-page:actionButtons': isAdmin,
  'connections-page:addConnection': isAdmin,
  'connections-page:editOrDeleteConnection': isAdmin,
  'queues-page:view': isAdmin,
  'users-page:view': isAdmin,
  'campaigns:view': isAdmin,
  'settings-page:view': isAdmin,
  'user-modal:editProfile': isAdmin,
  'user-modal:editQueues': isAdmin,
  'user-modal:editConnection': isAdmin,
  'user-modal:editAllTicket': isAdmin,
  'tag-modal:kanban': isAdminOrSupervisor,
  'quick-messages:editCompany': isAdminOrSupervisor,
  'announcements:view': isSuper,
  'settings:companies': isSuper,
  'settings:plans': isSuper,
  'settings:helps': isSuper,
} as const satisfies Record<string, (user: Actor) => boolean>

export type Action = keyof typeof rules

export const can = (user: Actor, action: Action): boolean => rules[action](user)

/** Whether the user owns the resource, or has the permission. */
export const canAsOwner = (user: Pick<SessionUserView, 'id'>, ownerId: number): boolean => user.id === ownerId
