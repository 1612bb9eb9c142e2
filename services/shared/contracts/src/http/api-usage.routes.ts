import { route } from './route'

/** Messages of the send API that a company has sent in a window, and how many its plan allows. */
export interface ApiWindowView {
  used: number
  /** 0 without limit. */
  limit: number
  endsAt: string
}

export interface ApiUsageView {
  /** Of the clock. */
  minute: ApiWindowView
  /** Of São Paulo's calendar. */
  day: ApiWindowView
}

export const apiUsageRoutes = {
  getApiUsage: route('get', '/api/messages/usage').with<{ answer: ApiUsageView }>(),
}
