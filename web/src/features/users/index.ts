export { UserModal } from './user-modal'
