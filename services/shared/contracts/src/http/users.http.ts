import { profiles } from '../ids/profile'
import { emailField, passwordField } from './companies.http'
import { isOneCharacter } from '../rules/simple-password'
import { endpoint } from './endpoint'
import {
  array,
  idField,
  idText,
  ignored,
  literals,
  object,
  pageNumber,
  sortText,
  string,
  text,
} from './fields'
import { resetCodeField } from './password-reset.http'
import { allTicketTexts, userRoutes, userSorts } from './users.routes'

const fields = {
  name: text(50).trim().min(2, literals.short),
  email: emailField().optional(),
  profile: text(10).oneOf(profiles),
  allTicket: text(10).oneOf(allTicketTexts),
  whatsappId: idField().nullable(),
  queueIds: array(idField().required()).max(200).optional(),
  companyId: idField().optional(),
}

/** Without a profile: an agent. */
export const userBody = object({
  ...fields,
  name: fields.name.required(literals.required),
  email: emailField(),
  password: passwordField().required(literals.required),
  profile: fields.profile.default('user'),
  allTicket: fields.allTicket.default('desabled'),
  whatsappId: fields.whatsappId.default(null),
})

/** Absent fields stay as they are, and so does the password when it is empty. */
export const userPatchBody = object({
  ...fields,
  /** Of the caller, who changes their own e-mail or password. */
  currentPassword: text(200).optional(),
  password: text(50)
    .test('password', literals.short, (value) => !value || value.length >= 5)
    .test('simple', literals.simple, (value) => !value || !isOneCharacter(value)),
  id: ignored(),
  company: ignored(),
  super: ignored(),
  queues: ignored(),
  online: ignored(),
  emailConfirmed: ignored(),
  pendingEmail: ignored(),
  createdAt: ignored(),
})

const userParams = object({ userId: idText().required() })

export const listUsersQuery = object({
  searchParam: text(200).default(''),
  pageNumber: pageNumber(),
  sort: sortText(userSorts).optional(),
})

export const listUsers = endpoint(userRoutes.listUsers, {
  access: 'user',
  query: listUsersQuery,
  rate: 'search',
  tag: 'users',
  summary:
    'Users of the company, 20 a page, newest first or as `sort` says; `searchParam` matches name and e-mail.',
})

export const listAllUsersQuery = object({ companyId: string().optional() })

export const listAllUsers = endpoint(userRoutes.listAllUsers, {
  access: 'user',
  query: listAllUsersQuery,
  tag: 'users',
  summary: 'All users of the company by id. A `companyId` counts for super users only.',
})

export const getUser = endpoint(userRoutes.getUser, {
  access: 'user',
  params: userParams,
  tag: 'users',
  summary: 'One user of the company; for super users of any.',
  errors: ['ERR_NO_USER_FOUND'],
})

export const createUser = endpoint(userRoutes.createUser, {
  access: 'admin',
  body: userBody,
  tag: 'users',
  summary:
    'A new user. The plan limits their number. Only super users may name another `companyId`. Where mail is sent the account counts once the owner of the e-mail has confirmed it (`emailConfirmed`), whoever else has it.',
  errors: [
    'ERR_NO_SUPER',
    'ERR_NO_COMPANY_FOUND',
    'ERR_PLAN_LIMIT_REACHED',
    'ERR_EMAIL_ALREADY_EXISTS',
    'ERR_WEAK_PASSWORD',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_WAPP_FOUND',
  ],
})

export const updateUser = endpoint(userRoutes.updateUser, {
  access: 'user',
  params: userParams,
  body: userPatchBody,
  tag: 'users',
  summary:
    'Changes a user; absent fields stay. Everybody may change their own name, and with `currentPassword` their e-mail and password; administrators everything of everybody. A new e-mail waits for a mailed code (`pendingEmail`) where mail is sent. A new password ends the sessions of another user; a change of the own e-mail or password all sessions but the caller’s, which goes on with `token` and new cookies.',
  errors: [
    'ERR_NO_USER_FOUND',
    'ERR_NO_PERMISSION',
    'ERR_NO_SUPER',
    'ERR_LAST_ADMIN',
    'ERR_EMAIL_ALREADY_EXISTS',
    'ERR_WEAK_PASSWORD',
    'ERR_WRONG_PASSWORD',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_WAPP_FOUND',
  ],
})

export const confirmEmailBody = object({ code: resetCodeField() })

export const confirmEmail = endpoint(userRoutes.confirmEmail, {
  access: 'user',
  params: userParams,
  body: confirmEmailBody,
  tag: 'users',
  summary:
    'Confirms the own new e-mail with the code that was mailed to it: within 15 minutes, 5 tries, once. All sessions end but the caller’s, which goes on with `token` and new cookies.',
  errors: ['ERR_NO_PERMISSION', 'ERR_RESET_CODE_INVALID', 'ERR_EMAIL_ALREADY_EXISTS'],
})

export const inviteUser = endpoint(userRoutes.inviteUser, {
  access: 'admin',
  params: userParams,
  tag: 'users',
  summary: 'Mails the code for a user’s unconfirmed e-mail again. Changes nothing where none waits.',
  errors: ['ERR_NO_USER_FOUND', 'ERR_NO_SUPER'],
})

export const deleteUser = endpoint(userRoutes.deleteUser, {
  access: 'admin',
  params: userParams,
  tag: 'users',
  summary: 'Deletes a user and ends their sessions; their open tickets wait in their queues again.',
  errors: ['ERR_NO_USER_FOUND', 'ERR_NO_PERMISSION', 'ERR_NO_SUPER', 'ERR_LAST_ADMIN'],
})
