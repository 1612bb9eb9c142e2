import { grants, hasRole, type Role, type SessionUserView } from '@balcao/contracts'

type Actor = Pick<SessionUserView, 'profile' | 'super'>

/** The role that each control is for, as the server asks it; can.test.ts compares this table with the routes that they call. */
export const actionRoles = {
  'dashboard:view': 'admin',
  'drawer-admin-items:view': 'admin',
  'tickets-manager:showall': grants.listTicketsOfAll,
  'tickets-search:users': 'admin',
  'ticket:peek': 'supervisor',
  'ticket-options:deleteTicket': 'admin',
  'new-ticket:withoutQueue': grants.createTicketWithoutQueue,
  'contacts-page:deleteContact': 'admin',
  'contacts-page:mergeContact': 'admin',
  'connections-page:view': 'admin',
  'connections-page:actionButtons': 'admin',
  'connections-page:addConnection': 'admin',
  'connections-page:editOrDeleteConnection': 'admin',
  'files-page:view': 'admin',
  'queues-page:view': 'admin',
  'prompts-page:view': 'admin',
  'messages-api-page:view': 'admin',
  'api-keys-page:view': 'admin',
  'webhooks-page:view': 'admin',
  'integrations-page:view': 'admin',
  'users-page:view': 'admin',
  'campaigns:view': 'admin',
  'settings-page:view': 'admin',
  'billing:view': 'admin',
  'message-costs-page:view': 'admin',
  'user-modal:editProfile': grants.setUserRights,
  'user-modal:editQueues': grants.setUserRights,
  'user-modal:editConnection': grants.setUserRights,
  'user-modal:editAllTicket': grants.setUserRights,
  'tag-modal:kanban': grants.setKanban,
  'quick-messages:editCompany': grants.editCompanyQuickMessage,
  'announcements:view': 'super',
  'settings:companies': 'super',
  'settings:plans': 'super',
  'settings:helps': 'super',
} as const satisfies Record<string, Role>

export type Action = keyof typeof actionRoles

export const can = (user: Actor, action: Action): boolean => hasRole(user, actionRoles[action])

/** Whether the user owns the resource, or has the permission. */
export const canAsOwner = (user: Pick<SessionUserView, 'id'>, ownerId: number): boolean => user.id === ownerId
