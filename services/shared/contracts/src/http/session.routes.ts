import type { Profile } from '../ids/profile'
import type { BusinessHoursView } from './business-hours'
import type { QueueRefView } from './queues.routes'
import { type Sent, route } from './route'
import type { loginBody } from './session.http'
import type { SettingView } from './settings.routes'

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

/** A queue of a user, with the row that joins them as clients of this kind read it. */
export interface UserQueueView extends QueueRefView {
  UserQueue: { userId: number; queueId: number }
}

export interface SessionUserView {
  id: number
  name: string
  email: string
  profile: Profile
  super: boolean
  companyId: number
  company: CompanyView
  queues: UserQueueView[]
  allTicket: 'enabled' | 'desabled'
  whatsappId: number | null
}

export interface LoginAnswer {
  token: string
  user: SessionUserView
  /** What an uploaded file may have at most. */
  maxUploadBytes: number
}

export const PRODUCT_VERSION = '6.0.0'

export const TRIAL_DAYS = 3

export const sessionRoutes = {
  login: route('post', '/auth/login').with<{ body: Sent<typeof loginBody>; answer: LoginAnswer }>(),
  refreshToken: route('post', '/auth/refresh_token').with<{ answer: LoginAnswer }>(),
  logout: route('delete', '/auth/logout').with<{ answer: undefined }>(),
  me: route('get', '/auth/me').with<{ answer: SessionUserView }>(),
  version: route('get', '/version').with<{ answer: { version: string } }>(),
}
