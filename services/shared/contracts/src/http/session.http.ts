import type { Profile } from '../ids/profile'
import type { BusinessHoursView } from './business-hours'
import { endpoint } from './endpoint'
import { idText, object, pageNumber, string, text } from './fields'
import type { QueueRefView } from './queues.http'
import type { SettingView } from './settings.http'

export interface CompanyView {
  id: number
  name: string
  /** ISO-8601, or null when it never ends. */
  dueDate: string | null
  /** When the trial ends or ended; null without one. */
  trialExpiration: string | null
  /** The company's week of work. */
  schedules: BusinessHoursView[]
  /** Only on login and refresh, only what every agent may know. */
  settings?: SettingView[]
}

export interface SessionUserView {
  id: number
  name: string
  email: string
  profile: Profile
  super: boolean
  companyId: number
  company: CompanyView
  queues: QueueRefView[]
  allTicket: 'enabled' | 'desabled'
  whatsappId: number | null
}

export interface LoginAnswer {
  token: string
  user: SessionUserView
}

export const loginBody = object({
  email: text(255).required(),
  password: text(200).required(),
})

export const login = endpoint<LoginAnswer>()({
  method: 'post',
  path: '/auth/login',
  access: 'public',
  pastDue: true,
  rate: 'login',
  body: loginBody,
  tag: 'auth',
  summary: 'Opens a session and ends any other session of the same user. Sets the refresh cookie `jrt`.',
  errors: ['ERR_INVALID_CREDENTIALS', 'ERR_SUBSCRIPTION_EXPIRED'],
})

export const refreshToken = endpoint<LoginAnswer>()({
  method: 'post',
  path: '/auth/refresh_token',
  access: 'public',
  pastDue: true,
  rate: 'refresh',
  tag: 'auth',
  summary:
    'Exchanges the refresh cookie for a new pair. Needs the header `x-requested-with`. A repeat within 10 s gets the same successor.',
  errors: ['ERR_SESSION_OVER', 'ERR_SUBSCRIPTION_EXPIRED', 'ERR_ORIGIN_NOT_ALLOWED'],
})

export const logout = endpoint<undefined>()({
  method: 'delete',
  path: '/auth/logout',
  access: 'user',
  pastDue: true,
  tag: 'auth',
  summary: 'Ends the session, its refresh family and its sockets.',
})

export const me = endpoint<SessionUserView>()({
  method: 'get',
  path: '/auth/me',
  access: 'user',
  pastDue: true,
  tag: 'auth',
  summary: 'The caller.',
})

export const version = endpoint<{ version: string }>()({
  method: 'get',
  path: '/version',
  access: 'public',
  pastDue: true,
  tag: 'auth',
  summary: 'The product version.',
})

export interface UserView {
  id: number
  name: string
  email: string
  profile: Profile
  companyId: number
  company: { id: number; name: string }
  super: boolean
  allTicket: 'enabled' | 'desabled'
  whatsappId: number | null
  queues: QueueRefView[]
  online: boolean
  createdAt: string
}

export const listUsers = endpoint<{ users: UserView[]; count: number; hasMore: boolean }>()({
  method: 'get',
  path: '/users',
  access: 'user',
  query: object({ searchParam: text(200).default(''), pageNumber: pageNumber() }),
  rate: 'search',
  tag: 'users',
  summary: 'Users of the company, 20 a page, newest first; `searchParam` matches name and e-mail.',
})

export const listAllUsers = endpoint<{ id: number; name: string; email: string; queues: QueueRefView[] }[]>()(
  {
    method: 'get',
    path: '/users/list',
    access: 'user',
    query: object({ companyId: string().optional() }),
    tag: 'users',
    summary: 'All users of the company by id. A `companyId` from the caller is ignored.',
  },
)

export const getUser = endpoint<UserView>()({
  method: 'get',
  path: '/users/:userId',
  access: 'user',
  params: object({ userId: idText().required() }),
  tag: 'users',
  summary: 'One user of the company.',
  errors: ['ERR_NO_USER_FOUND'],
})

/** Header that only our own code can set: what stands between the refresh cookie and a foreign form. */
export const REFRESH_HEADER = 'x-requested-with'
export const PRODUCT_VERSION = '6.0.0'
export const TRIAL_DAYS = 3
