export { HelpsTab } from './helps-tab'
