export { PlansTab } from './plans-tab'
