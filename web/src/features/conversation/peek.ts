export { PeekDialog } from './peek-dialog'
