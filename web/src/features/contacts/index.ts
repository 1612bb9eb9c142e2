export { ContactDialog } from './contact-dialog'
export { ContactPanel } from './contact-panel'
