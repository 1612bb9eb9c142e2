import { endpoint } from './endpoint'
import { object, text } from './fields'
import { sessionRoutes } from './session.routes'

export const loginBody = object({
  email: text(255).required(),
  password: text(200).required(),
})

export const login = endpoint(sessionRoutes.login, {
  access: 'public',
  pastDue: true,
  rate: 'login',
  body: loginBody,
  tag: 'auth',
  summary: 'Opens a session and ends any other session of the same user. Sets the refresh cookie `jrt`.',
  errors: ['ERR_INVALID_CREDENTIALS', 'ERR_SUBSCRIPTION_EXPIRED'],
})

export const refreshToken = endpoint(sessionRoutes.refreshToken, {
  access: 'public',
  pastDue: true,
  tag: 'auth',
  summary:
    'Exchanges the refresh cookie for a new pair; needs nothing else. A repeat within 10 s gets the same successor. Pages of other origins than those of `PUBLIC_ORIGINS` are refused.',
  errors: ['ERR_SESSION_OVER', 'ERR_SUBSCRIPTION_EXPIRED', 'ERR_ORIGIN_NOT_ALLOWED'],
})

export const logout = endpoint(sessionRoutes.logout, {
  access: 'user',
  pastDue: true,
  tag: 'auth',
  summary: 'Ends the session, its refresh family and its sockets.',
})

export const me = endpoint(sessionRoutes.me, {
  access: 'user',
  pastDue: true,
  tag: 'auth',
  summary: 'The caller.',
})

export const version = endpoint(sessionRoutes.version, {
  access: 'public',
  pastDue: true,
  tag: 'auth',
  summary: 'The product version.',
})
