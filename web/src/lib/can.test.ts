import * as contracts from '@balcao/contracts'
import {
  grants,
  isGranted,
  readRole,
  roles,
  type AnyEndpoint,
  type Grant,
  type RoleHolder,
} from '@balcao/contracts'

import { actionRoles, can, canAsOwner, type Action } from './can'

const people: Record<contracts.Role, RoleHolder> = {
  user: { profile: 'user', super: false },
  supervisor: { profile: 'supervisor', super: false },
  admin: { profile: 'admin', super: false },
  super: { profile: 'user', super: true },
}

/** What the server asks of who uses the control: the `access` of a route, or a grant that the route's handler asks for. */
const guards: Partial<Record<Action, AnyEndpoint | Grant>> = {
  'dashboard:view': contracts.readDashboard,
  'tickets-manager:showall': 'listTicketsOfAll',
  'ticket-options:deleteTicket': contracts.deleteTicket,
  'new-ticket:withoutQueue': 'createTicketWithoutQueue',
  'contacts-page:deleteContact': contracts.deleteContact,
  'contacts-page:mergeContact': contracts.mergeContact,
  'connections-page:actionButtons': contracts.startSession,
  'connections-page:addConnection': contracts.createConnection,
  'connections-page:editOrDeleteConnection': contracts.deleteConnection,
  'files-page:view': contracts.createFileList,
  'queues-page:view': contracts.createQueue,
  'prompts-page:view': contracts.listPrompts,
  // Its tokens are created with connections.
  'messages-api-page:view': contracts.createConnection,
  'api-keys-page:view': contracts.listApiKeys,
  'webhooks-page:view': contracts.listWebhooks,
  'integrations-page:view': contracts.listQueueIntegrations,
  'users-page:view': contracts.createUser,
  'campaigns:view': contracts.createContactList,
  'settings:companies': contracts.listCompanies,
  'settings:plans': contracts.createPlan,
  'settings-page:view': contracts.putSetting,
  'billing:view': contracts.listInvoices,
  'message-costs-page:view': contracts.readMessageCosts,
  'user-modal:editProfile': 'setUserRights',
  'user-modal:editQueues': 'setUserRights',
  'user-modal:editConnection': 'setUserRights',
  'user-modal:editAllTicket': 'setUserRights',
  'tag-modal:kanban': 'setKanban',
  'quick-messages:editCompany': 'editCompanyQuickMessage',
}

/** Menus and filters of what everyone may read anyway; without the role they are not shown. */
const shownOnly: Partial<Record<Action, contracts.Role>> = {
  'drawer-admin-items:view': 'admin',
  'tickets-search:users': 'admin',
  'ticket:peek': 'supervisor',
  'connections-page:view': 'admin',
  'announcements:view': 'super',
  'settings:helps': 'super',
}

const isLetIn = (guard: AnyEndpoint | Grant, role: contracts.Role): boolean =>
  typeof guard === 'string'
    ? isGranted(people[role], guard)
    : contracts.hasRole(people[role], guard.access as contracts.Role)

const cases = Object.entries(guards).flatMap(([action, guard]) =>
  roles.map((role) => [action as Action, role, guard] as const),
)

describe('who may do what', () => {
  it.each(cases)('%s as %s: the screen shows what the server allows', (action, role, guard) =>
    expect(can(people[role], action)).toBe(isLetIn(guard, role)),
  )

  it.each(Object.entries(shownOnly))('%s is shown from %s on', (action, role) =>
    expect(actionRoles[action as Action]).toBe(role),
  )

  it.each(roles)('a %s has the role that is read of its fields', (role) =>
    expect(readRole(people[role])).toBe(role),
  )

  it('asks no grant of everyone', () => expect(Object.values<string>(grants)).not.toContain('user'))

  it('lets owners edit what is theirs', () => {
    expect([canAsOwner({ id: 1 }, 1), canAsOwner({ id: 1 }, 2)]).toEqual([true, false])
  })
})

it('every control has a row here', () => {
  const known = { ...guards, ...shownOnly }
  expect(Object.keys(actionRoles).filter((action) => !(action in known))).toEqual([])
})
