export { createUser } from './create-user'
export type { RenewedSession } from './own-credentials'
export { assertReferences } from './user-references'
export { readUser, type ReadUsersDeps } from './read-users'
export type { AnswerSession } from './users.routes'
export { assertStrongPassword, isWeakPassword } from './password-rule'
export type { CommonPasswords, Passwords } from './passwords.port'
export { createQueueNames, type QueueNames } from './queue-names'
export {
  buildFirstUser,
  normalizeEmail,
  userChanged,
  userDeleted,
  toUserSnapshot,
  type NewUser,
  type User,
} from './user'
export type { LoginCandidate, UserStore } from './user.store'
export { selectUserQueues } from './user-view'
