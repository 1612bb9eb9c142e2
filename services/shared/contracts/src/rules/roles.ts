import type { Profile } from '../ids/profile'

/** Each may do what those before it may. */
export const roles = ['user', 'supervisor', 'admin', 'super'] as const
export type Role = (typeof roles)[number]

/** Choices of the setting `exportContacts`, its default first. */
export const exportRoles = ['admin', 'supervisor', 'user'] as const satisfies readonly Role[]

/** The fields of a user that the role depends on. A session has them. */
export interface RoleHolder {
  profile: Profile
  /** The operator's flag: counts whatever the profile is. */
  super: boolean
}

export const readRole = ({ profile, super: isSuper }: RoleHolder): Role => (isSuper ? 'super' : profile)

/** Whether the user's role is this one or a higher one. */
export const hasRole = (user: RoleHolder, needed: Role): boolean =>
  roles.indexOf(readRole(user)) >= roles.indexOf(needed)

/** What routes with `access: 'user'` ask a role for in some of their requests; the screens hide the same. */
export const grants = {
  /** `showAll` of lists: tickets of all agents. */
  listTicketsOfAll: 'admin',
  createTicketWithoutQueue: 'admin',
  /** Profile, queues, `allTicket` and assigned connection of a user. */
  setUserRights: 'admin',
  /** Whether a tag is a lane of the kanban. */
  setKanban: 'supervisor',
  /** Quick messages of the whole company that a colleague wrote. */
  editCompanyQuickMessage: 'supervisor',
  deleteNoteOfColleague: 'admin',
} as const satisfies Record<string, Role>

export type Grant = keyof typeof grants

export const isGranted = (user: RoleHolder, grant: Grant): boolean => hasRole(user, grants[grant])
