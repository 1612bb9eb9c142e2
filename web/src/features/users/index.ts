export { UserModal } from './user-modal'
export { UsersPage } from './users-page'
