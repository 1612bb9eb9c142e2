import { can, canAsOwner, type Action } from './can'

const agent = { profile: 'user', super: false } as const
const supervisor = { profile: 'supervisor', super: false } as const
const admin = { profile: 'admin', super: false } as const
const root = { profile: 'user', super: true } as const

const forAdmins: Action[] = [
  'dashboard:view',
  'drawer-admin-items:view',
  'tickets-manager:showall',
  'tickets-search:users',
  'ticket-options:deleteTicket',
  'new-ticket:withoutQueue',
  'contacts-page:deleteContact',
  'connections-page:actionButtons',
  'connections-page:addConnection',
  'connections-page:editOrDeleteConnection',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'user-modal:editConnection',
  'user-modal:editAllTicket',
]

describe('who may do what', () => {
  it.each(forAdmins)('%s is for administrators', (action) => {
    expect([agent, supervisor, admin, root].map((user) => can(user, action))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it.each<Action>(['tag-modal:kanban', 'ticket:peek'])(
    '%s is for administrators and supervisors',
    (action) => {
      expect([agent, supervisor, admin].map((user) => can(user, action))).toEqual([false, true, true])
    },
  )

  it.each<Action>(['announcements:view', 'settings:companies', 'settings:plans', 'settings:helps'])(
    '%s is for super users',
    (action) => {
      expect([agent, supervisor, admin, root].map((user) => can(user, action))).toEqual([
        false,
        false,
        false,
        true,
      ])
    },
  )

  it('lets owners edit what is theirs', () => {
    expect([canAsOwner({ id: 1 }, 1), canAsOwner({ id: 1 }, 2)]).toEqual([true, false])
  })
})
