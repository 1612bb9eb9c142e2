import * as contracts from '../index'
import type { AnyEndpoint } from './endpoint'

/*
 * The calls of the specification, and of the clients that it describes, by verb and path. Each has an endpoint, unless it is
 * named below with the reason.
 */

const CALLS = `
POST /auth/login
POST /auth/refresh_token
DELETE /auth/logout
GET /auth/me
GET /version
GET /plans/list
GET /plans/all
GET /plans
GET /plans/:id
POST /plans
PUT /plans/:id
DELETE /plans/:id
GET /companies/listPlan/:id
GET /companies
GET /companies/list
GET /companies/:id
POST /companies
POST /companies/cadastro
PUT /companies/:id
DELETE /companies/:id
PUT /companies/:id/schedules
GET /settings
PUT /settings/:key
GET /tickets
GET /tickets/:id
GET /tickets/u/:uuid
POST /tickets
PUT /tickets/:id
DELETE /tickets/:id
GET /ticket/kanban
GET /messages/:id
POST /messages/:id
DELETE /messages/:id
POST /messages/edit/:id
POST /messages/react/:id
POST /messages/forward
GET /tags
GET /tags/list
GET /tags/kanban
GET /tags/:id
POST /tags
PUT /tags/:id
DELETE /tags/:id
POST /tags/sync
PUT /ticket-tags/:ticket/:tag
DELETE /ticket-tags/:ticket
POST /ticket-notes
DELETE /ticket-notes/:id
GET /ticket-notes/list
GET /whatsapp
GET /whatsapp/:id
POST /whatsapp
PUT /whatsapp/:id
DELETE /whatsapp/:id
POST /whatsappsession/:id
PUT /whatsappsession/:id
DELETE /whatsappsession/:id
GET /users
GET /users/list
GET /users/:id
POST /users
PUT /users/:id
DELETE /users/:id
GET /queue
GET /queue/:id
POST /queue
PUT /queue/:id
DELETE /queue/:id
POST /queue/:id/media-upload
DELETE /queue/:id/media-upload
GET /queue-options
POST /queue-options
PUT /queue-options/:id
DELETE /queue-options/:id
POST /queue-options/:id/media-upload
DELETE /queue-options/:id/media-upload
GET /contacts
GET /contacts/list
GET /contacts/:id
POST /contacts
PUT /contacts/:id
DELETE /contacts/:id
POST /contacts/upload
POST /contacts/import
GET /quick-messages
GET /quick-messages/list
GET /quick-messages/:id
POST /quick-messages
PUT /quick-messages/:id
DELETE /quick-messages/:id
POST /quick-messages/:id/media-upload
DELETE /quick-messages/:id/media-upload
GET /chats
GET /chats/:id
POST /chats
PUT /chats/:id
DELETE /chats/:id
GET /chats/:id/messages
POST /chats/:id/messages
POST /chats/:id/read
GET /dashboard
GET /dashboard/ticketsUsers
GET /dashboard/ticketsDay
GET /announcements
GET /announcements/:id
POST /announcements
PUT /announcements/:id
DELETE /announcements/:id
POST /announcements/:id/media-upload
DELETE /announcements/:id/media-upload
GET /contact-lists
GET /contact-lists/list
GET /contact-lists/:id
POST /contact-lists
PUT /contact-lists/:id
DELETE /contact-lists/:id
POST /contact-lists/:id/upload
GET /contact-list-items
GET /contact-list-items/:id
POST /contact-list-items
PUT /contact-list-items/:id
DELETE /contact-list-items/:id
GET /campaigns
GET /campaigns/:id
POST /campaigns
PUT /campaigns/:id
DELETE /campaigns/:id
POST /campaigns/:id/cancel
POST /campaigns/:id/restart
POST /campaigns/:id/media-upload
DELETE /campaigns/:id/media-upload
GET /campaign-settings
POST /campaign-settings
GET /schedules
GET /schedules/:id
POST /schedules
PUT /schedules/:id
DELETE /schedules/:id
POST /schedules/:id/media-upload
DELETE /schedules/:id/media-upload
GET /files
GET /files/:id
POST /files
PUT /files/:id
DELETE /files/:id
POST /files/uploadList/:id
GET /prompt
GET /prompt/:id
POST /prompt
PUT /prompt/:id
DELETE /prompt/:id
GET /queueIntegration
GET /queueIntegration/:id
POST /queueIntegration
PUT /queueIntegration/:id
DELETE /queueIntegration/:id
POST /queueIntegration/testSession
GET /helps
GET /helps/list
POST /helps
PUT /helps/:id
DELETE /helps/:id
GET /invoices/all
POST /subscription
POST /forgetpassword/:email
POST /resetpasswords/:email/:token/:password
POST /api/messages/send`
  .trim()
  .split('\n')

/** What pages call before there is a session. */
const WITHOUT_SESSION = [
  'POST /auth/login',
  'POST /auth/refresh_token',
  'GET /version',
  'GET /plans/list',
  'GET /plans/all',
  'POST /companies/cadastro',
  'POST /forgetpassword/:email',
  'POST /resetpasswords/:email/:token/:password',
]

/** What the pages of every user call: an agent's page stops at a refusal of one of them. */
const BY_EVERY_USER = [
  'GET /auth/me',
  'DELETE /auth/logout',
  'GET /settings',
  'GET /plans/:id',
  'GET /companies/listPlan/:id',
  'GET /users/list',
  'GET /queue',
  'GET /whatsapp',
  'GET /tags/list',
  'GET /announcements',
  'GET /helps/list',
  'GET /quick-messages/list',
  'GET /files',
  'POST /messages/edit/:id',
  'POST /messages/react/:id',
  'PUT /tickets/:id',
]

/**
 * Calls that older servers of the family had and that do not exist here: other companies' data or rights by id (invoices), a way in
 * by a secret in the environment (signup), and what no known page calls. docs/from-the-family.md names them.
 */
const ABSENT = [
  'POST /auth/signup',
  'GET /invoices',
  'GET /invoices/:id',
  'PUT /invoices/:id',
  'GET /companiesPlan',
  'GET /files/list',
  'DELETE /files',
  'GET /ticket-notes',
  'PUT /ticket-notes/:id',
  'GET /messages/:id/history',
  'DELETE /ticket-tags/:ticket/:tag',
]

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value

const toShape = (call: string) => call.replace(/:\w+/g, ':')
const endpoints = new Map(
  Object.values(contracts as Record<string, unknown>)
    .filter(isEndpoint)
    .map((endpoint) => [toShape(`${endpoint.method.toUpperCase()} ${endpoint.path}`), endpoint]),
)
const accessOf = (call: string) => endpoints.get(toShape(call))?.access

describe('the calls of the specification', () => {
  it.each(CALLS)('%s has an endpoint', (call) => expect(endpoints.has(toShape(call))).toBe(true))

  it.each(WITHOUT_SESSION)('%s needs no session', (call) => expect(accessOf(call)).toBe('public'))

  it.each(BY_EVERY_USER)('%s is for every user', (call) => expect(accessOf(call)).toBe('user'))

  it.each(ABSENT)('%s does not exist', (call) => expect(endpoints.has(toShape(call))).toBe(false))
})
