import type { Profile } from '../ids/profile'
import type { QueueRefView } from './queues.routes'
import type { Sort } from '../rules/sort'
import { type Sent, route } from './route'
import type {
  confirmEmailBody,
  listAllUsersQuery,
  listUsersQuery,
  userBody,
  userPatchBody,
} from './users.http'

/** What the list of users is sorted by. */
export const userSorts = ['id', 'name', 'email', 'profile'] as const

export type UserSort = Sort<(typeof userSorts)[number]>

/** Wire spellings of whether a user sees unqueued tickets. */
export const allTicketTexts = ['enabled', 'desabled'] as const

export interface UserView {
  id: number
  name: string
  email: string
  profile: Profile
  companyId: number
  company: { id: number; name: string }
  super: boolean
  allTicket: (typeof allTicketTexts)[number]
  whatsappId: number | null
  queues: QueueRefView[]
  queueIds: number[]
  online: boolean
  /** False: invited. The account counts once the owner of its e-mail has confirmed it. */
  emailConfirmed: boolean
  /** An e-mail that the company gave the user, and that waits for its owner's confirmation. */
  pendingEmail?: string
  createdAt: string
}

/** `token` goes on the caller's session where it was renewed; `pendingEmail` waits for its code. */
export interface ChangedUserView extends UserView {
  token?: string
}

export const userRoutes = {
  listUsers: route('get', '/users').with<{
    query: Sent<typeof listUsersQuery>
    answer: { users: UserView[]; count: number; hasMore: boolean }
  }>(),
  listAllUsers: route('get', '/users/list').with<{
    query: Sent<typeof listAllUsersQuery>
    answer: { id: number; name: string; email: string; queues: QueueRefView[] }[]
  }>(),
  getUser: route('get', '/users/:userId').with<{ answer: UserView }>(),
  createUser: route('post', '/users').with<{ body: Sent<typeof userBody>; answer: UserView }>(),
  updateUser: route('put', '/users/:userId').with<{
    body: Sent<typeof userPatchBody>
    answer: ChangedUserView
  }>(),
  confirmEmail: route('post', '/users/:userId/email').with<{
    body: Sent<typeof confirmEmailBody>
    answer: ChangedUserView
  }>(),
  inviteUser: route('post', '/users/:userId/invitation').with<{ answer: UserView }>(),
  deleteUser: route('delete', '/users/:userId').with<{ answer: { message: string } }>(),
}
